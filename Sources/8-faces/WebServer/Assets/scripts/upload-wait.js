// The queue of uploads is large, and most pages are left before there is one: it is fetched once there is something to show.

import { openStore } from "./upload-store.js";
import { NAME } from "./upload-tabs.js";

/** Waits until this page or another tab has uploads, or one is kept from before. */
export async function uploadsAppear() {
  const channel = new BroadcastChannel(NAME);
  const heard = new Promise((resolve) => {
    // Tabs tell each other of all that they do, and this page's own queue is heard here as well.
    channel.onmessage = resolve;
  });
  const store = await openStore();
  const isKept = (await store.entries()).length > 0;
  store.close();
  if (!isKept) await heard;
  channel.close();
}
