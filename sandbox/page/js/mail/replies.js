/** How an answer begins, and what a mailto: link fills in. */

const WHEN = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** The beginnings of an answer to a mail, which is quoted below. */
export function answerTo(mail) {
  const quoted = mail.text
    .trimEnd()
    .split("\n")
    .map((line) => (line ? `> ${line}` : ">"))
    .join("\n");
  return {
    to: mail.reply_to,
    subject: /^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`,
    text: `\n\nOn ${WHEN.format(new Date(mail.timestamp))}, ${mail.from} wrote:\n${quoted}\n`,
    answers: mail.id,
  };
}

/** The mail that a mailto: link begins, or null if it is another link. A plus is a plus there. */
export function readMailto(address) {
  if (!address.startsWith("mailto:")) return null;
  const [to, query = ""] = address.slice("mailto:".length).split("?");
  const fields = new URLSearchParams(query.replaceAll("+", "%2B"));
  return {
    to: decodeURIComponent(to),
    subject: fields.get("subject") ?? "",
    text: (fields.get("body") ?? "").replaceAll("\r\n", "\n"),
  };
}
