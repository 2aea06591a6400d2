/** The title of the tab: where one is, as whom, and how often one was called elsewhere. */

/** Keeps it true. */
export function wireTitle(app) {
  const draw = () => {
    const { pings } = app.session.summary();
    const place = app.inMail ? "Mail · " : app.channel ? `${app.channel.type === "text" ? "#" : ""}${app.channel.name} · ` : "";
    document.title = `${pings ? `(${pings}) ` : ""}${place}${app.session.person.name} · Turnpost sandbox`;
  };
  for (const topic of ["person", "place", "unread"]) app.on(topic, draw);
  draw();
}
