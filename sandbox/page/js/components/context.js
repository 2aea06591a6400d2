/** What a message's parts need to know of the page. */

import { toast } from "../overlays/toast.js";

/**
 * The context of one message: for Markdown (see `markdown/render.js`) and for components.
 * `interact(action, fields)` sends a click or a choice.
 */
export function contextOf(app, message) {
  const { session } = app;
  return {
    app,
    session,
    world: session.world,
    message,
    names: message.mentions,
    pending: session.world.interactions.pendingOn(message.id),
    go(channelId, messageId) {
      const found = app.go(channelId, messageId);
      if (!found) toast("You cannot see that channel, or it is gone.");
      return found;
    },
    useCommand: (name) => app.emit("command", name),
    async interact(action, fields) {
      try {
        await session.interact(action, { message_id: message.id, ...fields });
      } catch (error) {
        toast(error.message);
        throw error;
      }
    },
  };
}
