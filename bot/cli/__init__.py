"""The command line: run the bot, look after its database, take games out and put them back."""
