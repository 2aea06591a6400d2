"""Discord's numbers, in one place. Source: Discord's API documentation."""

from typing import Final

CONTENT: Final = 2000
NONCE: Final = 25

FILES: Final = 10
FILE_BYTES: Final = 10 * 1024 * 1024
ALT_TEXT: Final = 1024
BODY_BYTES: Final = 8 * 1024 * 1024
"""The size of a JSON body; files are counted separately."""

ROWS: Final = 5
ROW_BUTTONS: Final = 5
COMPONENTS_V2: Final = 40
V2_TEXT: Final = 4000
GALLERY_ITEMS: Final = 10
CUSTOM_ID: Final = 100
BUTTON_LABEL: Final = 80
BUTTON_URL: Final = 512
PLACEHOLDER: Final = 150
SELECT_OPTIONS: Final = 25
OPTION_TEXT: Final = 100

MODAL_TITLE: Final = 45
MODAL_COMPONENTS: Final = 5
LABEL: Final = 45
LABEL_DESCRIPTION: Final = 100
INPUT_TEXT: Final = 4000
INPUT_PLACEHOLDER: Final = 100

COMMANDS: Final = 100
COMMAND_NAME: Final = 32
COMMAND_DESCRIPTION: Final = 100
COMMAND_OPTIONS: Final = 25
COMMAND_CHOICES: Final = 25
CHOICE_TEXT: Final = 100
COMMAND_CHARACTERS: Final = 8000
STRING_OPTION: Final = 6000
WHOLE_NUMBER: Final = 2**53

CHANNEL_NAME: Final = 100
ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)

ANSWER_SECONDS: Final = 3.0
"""The time for the first answer to an interaction."""
FOLLOWUP_SECONDS: Final = 15 * 60.0
NONCE_SECONDS: Final = 5 * 60.0
GLOBAL_REQUESTS: Final = 50
"""Requests in a second; answers to interactions do not count."""
POST_TAGS: Final = 5
"""The most tags of a post in a forum."""
