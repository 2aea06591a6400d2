/** Giving files to the sandbox before a message or command names them. */

import { Refusal } from "./connection.js";

/** Hands a file over; resolves with its id. Rejects with a Refusal. */
export async function upload(personId, file) {
  const address = `/api/files?as=${encodeURIComponent(personId)}&name=${encodeURIComponent(file.name)}`;
  const type = file.type || "application/octet-stream";
  const answer = await fetch(address, { method: "POST", body: file, headers: { "Content-Type": type } });
  if (!answer.ok) throw new Refusal({ code: "upload", message: `${file.name}: ${await answer.text()}` });
  return (await answer.json()).file_id;
}
