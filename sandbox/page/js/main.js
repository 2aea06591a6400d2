/** Builds the page and sets it going. */

import { App } from "./app.js";
import { clickable, h, refill } from "./base/dom.js";
import { icon } from "./base/icons.js";
import { keepTicking } from "./base/time.js";
import { Composer } from "./composer/composer.js";
import { ChannelList } from "./frame/channels.js";
import { Heading } from "./frame/heading.js";
import { PeopleSwitcher } from "./frame/people.js";
import { ServerRail } from "./frame/servers.js";
import { wireDrawer } from "./frame/drawer.js";
import { beginTheme, wireThemeSwitch } from "./frame/theme.js";
import { wireMailButton } from "./frame/mail.js";
import { wireTitle } from "./frame/title.js";
import { Mailbox } from "./mail/mailbox.js";
import { TimelineView } from "./message/timeline.js";
import { openAbout } from "./overlays/about.js";
import { FaultsDrawer } from "./overlays/faults.js";
import { openModal } from "./overlays/modal.js";
import { closePopovers } from "./overlays/popover.js";

const RETRY_MS = 1000;

beginTheme();
keepTicking();
begin(await people());

/** Whom one can act as; waits until the sandbox answers. */
async function people() {
  for (;;) {
    const answer = await fetch("/api/people").catch(() => null);
    if (answer?.ok) return (await answer.json()).people;
    say(
      answer?.status === 401
        ? "This page needs its key: open the address that the sandbox printed when it started."
        : "The sandbox does not answer. Trying again…",
    );
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function say(text) {
  document.getElementById("starting").textContent = text;
}

function begin(everybody) {
  const app = new App();
  app.begin(everybody);
  const switcher = new PeopleSwitcher(app);
  const rail = new ServerRail(app);
  const channels = new ChannelList(app);
  const heading = new Heading(app);
  const timeline = new TimelineView(app);
  const composer = new Composer(app);
  const mailbox = new Mailbox(app);
  const faults = new FaultsDrawer(app);

  const byId = (id) => document.getElementById(id);
  refill(byId("people"), switcher.element);
  refill(byId("sidebar"), rail.element, channels.element, sidebarFoot());
  refill(byId("heading"), heading.element);
  refill(byId("main"), heading.banner, timeline.element, composer.element, mailbox.element);
  byId("page").append(faults.element);

  byId("show-about").append(icon("help"));
  byId("show-about").addEventListener("click", openAbout);
  byId("show-faults").append(icon("flask"));
  faults.button = byId("show-faults");
  faults.button.addEventListener("click", () => faults.toggle());
  wireThemeSwitch(byId("switch-theme"));
  wireDrawer(app, byId("show-sidebar"), byId("sidebar"));
  wireMailButton(app, byId("show-mail"));
  wireTitle(app);
  wireDropping(byId("main"), composer);

  for (const session of app.sessions.values()) {
    session.world.interactions.on("modal", (interaction) => openModal(app, session, interaction));
  }
  const show = () => {
    closePopovers();
    for (const part of [timeline, composer]) part.element.hidden = app.inMail;
    composer.show();
    timeline.show();
    mailbox.show();
  };
  app.on("place", show);
  app.on("people", () => composer.show());
  for (const part of [switcher, rail, channels, heading]) part.draw();
  show();
  byId("starting").remove();
  byId("page").hidden = false;
}

/** Says at every width what this is. */
function sidebarFoot() {
  const about = clickable("link", openAbout, "What is this?");
  return h("footer", { class: "sidebar-foot" }, h("span", {}, "Not Discord: a stand-in on this machine"), about);
}

/** Files can be dropped on the messages. */
function wireDropping(main, composer) {
  const veil = h("div", { class: "drop-veil", hidden: true }, "Drop files to send them");
  main.append(veil);
  main.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    veil.hidden = false;
  });
  veil.addEventListener("dragleave", () => {
    veil.hidden = true;
  });
  main.addEventListener("drop", (event) => {
    event.preventDefault();
    veil.hidden = true;
    composer.addFiles(event.dataTransfer.files);
  });
}
