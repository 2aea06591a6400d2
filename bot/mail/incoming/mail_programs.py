"""Texts that mail programs add to an answer, in their languages."""

import re
from typing import Final


def listed_words(text: str) -> tuple[str, ...]:
    """The words between bars, folded (`str.casefold`)."""
    return tuple(words.strip().casefold() for words in text.replace("\n", " ").split("|"))


HEADER_LABELS: Final = listed_words("""
    from | von | de | da | van | från | fra | lähettäjä | od | от | від | από | kimden | gönderen |
    feladó | expéditeur | expediteur | mittente | remitente | remetente | de la | absender | 发件人 |
    寄件者 | 寄件人 | 差出人 | 보낸 사람 | מאת | 送信者 | sent | date | gesendet | gesendet am | datum |
    envoyé | envoyé le | enviado | enviado el | enviada em | enviado em | fecha | inviato | data |
    verzonden | skickat | sendt | dato | lähetetty | päivämäärä | wysłano | odesláno | отправлено | дата |
    надіслано | tarih | gönderildi | elküldve | dátum | 发送时间 | 日期 | 寄件日期 | 送信日時 | 日付 |
    날짜 | 보낸 날짜 | trimis | στάλθηκε | ημερομηνία | to | an | à | a | para | aan | till | til | do |
    komu | кому | vastaanottaja | címzett | kime | către | cc | kopie | copie | 收件人 | 宛先 |
    받는 사람 | προς | reply-to | antwort an | répondre à | subject | betreff | objet | asunto | oggetto |
    assunto | onderwerp | ämne | emne | aihe | temat | předmět | predmet | тема | konu | tárgy | subiect |
    主题 | 主旨 | 件名 | 제목 | θέμα | tema
""")
"""Labels of the lines of a quoted header."""

INTRODUCTION_VERBS: Final = listed_words("""
    wrote | writes | schrieb | schreibt | geschrieben | a écrit | écrit | escribió | escribe |
    ha scritto | scrive | escreveu | schreef | skrev | kirjoitti | napisał | napisała | pisze | napsal |
    napsala | napísal | írta | ezt írta | a scris | написал | написала | пишет | писал | написав | yazdı |
    şunu yazdı | έγραψε | va escriure | idatzi zuen | je napisao | je napisal | đã viết | rakstīja |
    kirjutas | rašė | 写道 | 寫道 | 作成 | 작성 | 書きました | のメール | כתב | كتب
""")
"""Verbs of the line above a quotation: "wrote" and the like."""

INTRODUCTION_OPENERS: Final = listed_words("""
    on | am | le | el | il | em | op | den | dne | dňa | dnia | w dniu | pe | ma | ti | ke | to | la |
    su | в | на | у | στις | a | dia | 在 | 于 | 於
""")
"""Beginnings of the line above a quotation."""

APPENDED: Final = listed_words("""
    sent from | sent with | sent using | sent via | get outlook | get bluemail | von meinem | von meiner |
    gesendet von | gesendet mit | gesendet über | gesendet aus | diese nachricht wurde von |
    holen sie sich outlook | outlook für | outlook for | outlook pour | outlook para | outlook per |
    envoyé de | envoyé depuis | envoyé à partir | envoyé avec | obtenez outlook | télécharger outlook |
    télécharge outlook | enviado desde | enviado con | enviado de | enviado do | enviado a partir |
    enviado por | obtener outlook | obtenga outlook | obter o outlook | inviato da | inviato con |
    scarica outlook | ottieni outlook | verzonden vanaf | verzonden met | verstuurd vanaf | outlook voor |
    skickat från | skickades från | sendt fra | lähetetty | wysłane z | wysłano z | odesláno z |
    odoslané z | отправлено с | отправлено из | надіслано з | iphone'umdan | 発信元 | iphoneから | 发自 |
    從我的 | 从我的 | 나의 iphone | yahoo mail: | aol mail | mit freundlichem gruß gesendet | virus-free |
    virenfrei | sans virus | garanti sans virus | libre de virus | privo di virus |
    this email has been checked | this e-mail has been checked | diese e-mail wurde | cet e-mail a été |
    este correo electrónico ha sido | questa e-mail è stata | to unsubscribe | you received this |
    sie haben diese | vous recevez ce | this message is confidential | this email and any |
    this e-mail and any | diese e-mail enthält | ce message et | sent by blackberry | sent on the go |
    get typeapp | hent outlook | hämta outlook | last ned outlook | hanki outlook |
    pobierz aplikację outlook | загрузить outlook | скачать outlook | получить outlook | получите outlook |
    získat outlook | descargar outlook | baixe o outlook | baixar o outlook | baixar outlook |
    téléchargez outlook | download outlook | unduh outlook | dapatkan outlook | 获取 outlook |
    下载 outlook | 取得 outlook | ios 版 outlook | android 版 outlook | 下载 android 版 | 下载 ios 版 |
    取得 android 版 | 取得 ios 版 | ios用 outlook | android için outlook | ios için outlook |
    beschaffen sie sich outlook | laden sie outlook | von outlook gesendet | von yahoo mail | von mail für |
    von iphone gesendet | von samsung | von unterwegs gesendet | mobil gesendet | envoyé par |
    provenance : courrier | elküldve az | iphone-omról | ipad-emről | στάλθηκε από | trimis de pe |
    trimis din | poslano s | poslano z | poslano iz | poslato sa | enviat des | נשלח מה | مرسل من |
    đã gửi từ | được gửi từ | ส่งจาก | dikirim dari | dihantar daripada | изпратено от | saadetud minu |
    išsiųsta iš | nosūtīts no | confidentiality notice | confidential: | disclaimer: | important notice: |
    this message and any | this message is intended | this message contains | this communication is |
    this email is confidential | this e-mail is confidential | this email is intended |
    this e-mail is intended | this email contains | this e-mail contains | this email was scanned |
    the information contained in | the information in this | the contents of this | the content of this |
    please consider the environment | please think before | think before you print | scanned by |
    diese nachricht ist | diese nachricht enthält | diese e-mail ist | diese mail ist | dieses e-mail ist |
    der inhalt dieser | vertraulichkeitshinweis | bitte denken sie an die umwelt | ce message est |
    ce courriel est | ce courriel et | cet e-mail est | cet e-mail et | pensez à l'environnement |
    este mensaje es | este mensaje y | este mensaje contiene | este correo electrónico es |
    este correo electrónico y | antes de imprimir | questo messaggio è | questo messaggio e |
    questo messaggio contiene | questa e-mail è | questa e-mail e | le informazioni contenute |
    esta mensagem é | esta mensagem e | esta mensagem contém | este e-mail é | este e-mail pode |
    dit bericht is | dit bericht en | dit bericht kan | deze e-mail is | deze e-mail en |
    ta wiadomość jest | niniejsza wiadomość
""")
"""Beginnings of lines that end the typed text: programs add them."""

THANKS: Final = listed_words("""
    thanks | thank you | many thanks | thx | danke | vielen dank | merci | gracias | grazie | bedankt |
    obrigado | obrigada | спасибо | thanks a lot | thanks again | thanks in advance | thank you very much |
    danke schön | besten dank | herzlichen dank | lieben dank | merci beaucoup | merci d'avance |
    muchas gracias | grazie mille | mille grazie | dank je wel | dank u wel | alvast bedankt
""")
"""Whole lines that say nothing if no other words stand above them."""

CLOSINGS: Final = THANKS + listed_words("""
    regards | best regards | kind regards | warm regards | best | best wishes | all the best | cheers |
    yours | sincerely | yours sincerely | take care | bye | grüße | gruß | viele grüße | liebe grüße |
    beste grüße | schöne grüße | viele gruesse | liebe gruesse | mit freundlichen grüßen |
    freundliche grüße | mfg | lg | vg | tschüs | cordialement | bien cordialement | bien à vous |
    amicalement | salutations | bonne journée | à bientôt | bises | saludos | un saludo |
    saludos cordiales | atentamente | un abrazo | hasta luego | saluti | cordiali saluti |
    distinti saluti | un saluto | a presto | met vriendelijke groet | groeten | groetjes | atenciosamente |
    abraços | hälsningar | med vänliga hälsningar | mvh | hilsen | vennlig hilsen | venlig hilsen |
    pozdrawiam | с уважением | with best regards | with kind regards | with best wishes | greetings |
    ciao | tschüss | tschau | bis bald | bis dann | herzliche grüße | herzlichen gruß | lieben gruß |
    viele liebe grüße | schönen gruß | mit besten grüßen | mit lieben grüßen | mit herzlichen grüßen |
    mit freundlichem gruß | bien amicalement | amitiés | meilleures salutations | bonne soirée |
    au revoir | bisous | un cordial saludo | cordialmente | hasta pronto | abrazos | cari saluti |
    un caro saluto | arrivederci | buona giornata | buona serata | un abbraccio | hartelijke groet |
    hartelijke groeten | vriendelijke groet | vriendelijke groeten | met hartelijke groet |
    met vriendelijke groeten | groet | tot ziens | cumprimentos
""")
"""Whole lines that end the typed text: a name follows."""

GREETINGS: Final = listed_words("""
    hi | hello | hey | dear | greetings | good morning | good afternoon | good evening | hallo | guten tag |
    guten morgen | guten abend | liebe | lieber | liebes | moin | servus | grüß gott | bonjour | bonsoir |
    salut | cher | chère | coucou | hola | buenos días | buenas tardes | buenas noches | buenas |
    estimado | ciao | buongiorno | buonasera | salve | caro | cara | olá | oi | bom dia | dag | beste |
    hoi | hej
""")
"""Greetings, with which a first line begins that says nothing else."""

AUTOMATIC_SUBJECTS: Final = listed_words("""
    out of office | out of the office | automatic reply | auto reply | auto-reply | autoreply | auto: |
    automatic response | autoresponse | away from my mail | on vacation | vacation reply |
    automatische antwort | abwesenheit | abwesend | message d'absence | außer haus |
    autom. antwort | réponse automatique | absence du bureau | absent du bureau | respuesta automática |
    fuera de la oficina | fuera de oficina | risposta automatica | fuori sede | fuori ufficio |
    resposta automática | automatisch antwoord | afwezig | autosvar | automatiskt svar | automatisk svar |
    automaattinen vastaus | odpowiedź automatyczna | automatyczna odpowiedź | automatická odpověď |
    automatická odpoveď | automatikus válasz | răspuns automat | resposta automàtica | réponse auto |
    automatski odgovor | samodejni odgovor | automaatvastus | automātiskā atbilde |
    automatinis atsakymas | otomatik yanıt | αυτόματη απάντηση | автоответ | автоматический ответ |
    автоматична відповідь | автоматичен отговор | תשובה אוטומטית | رد تلقائي | trả lời tự động |
    balasan otomatis | 自动回复 | 自动答复 | 自動回覆 | 自動返信 | 自動応答 | 자동 회신 | auto response |
    [auto-reply] | (auto-reply) | undeliverable | undelivered mail | delivery status notification |
    mail delivery | returned mail | failure notice | delivery failure | delivery notification | unzustellbar |
    nicht zustellbar | non remis | no se puede entregar | non recapitabile | read: | gelesen: | lu : |
    leído: | letto:
""")
"""Beginnings of the subjects of automatic mails, which not all headers mark as such."""

AWAY_IN_SUBJECTS: Final = listed_words("""
    is out of the office | ist außer haus | ist nicht im büro | est absent du bureau |
    no está en la oficina | è fuori ufficio
""")
"""Words that older versions of Lotus Notes write into such subjects, behind a name."""

REPLY_PREFIXES: Final = re.compile(
    r"^(?:(?:re|r|aw|antw|antwort|sv|vs|odp|ynt|rif|res|resp|vá|atb|απ|ответ|回复|答复|回覆|返信|답장)"
    r"\.?(?:\[\d{1,3}\]|\(\d{1,3}\))? ?[:：]\s*)+",
    re.IGNORECASE,
)
"""Prefixes that programs put before the subject of an answer, one or several."""
