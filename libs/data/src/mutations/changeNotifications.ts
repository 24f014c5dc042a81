import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows } from '../errors';
import type { NotificationChannel } from '../rows/notification';

const CHANNEL = 'nemus-notifications';

/** Tells the bell, and other tabs, that news was read. */
function announce(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('read');
  channel.close();
}

/** Calls back whenever news was read, in this tab or another. Returns a function that stops it. */
export function onNotificationsRead(callback: () => void): () => void {
  if (!('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', callback);
  return () => channel.close();
}

/** Marks news as read; null: all of it. @returns the number of unread news; 100 stands for more */
export async function readNotifications(client: DataClient, ids: readonly string[] | null): Promise<number> {
  const answer = await client.rpc('nemus_read_notifications', ids === null ? {} : { p_ids: [...ids] });
  const unread = await readRows(answer, z.number());
  announce();
  return unread;
}

/** Chooses whether a kind of news uses a channel. */
export async function chooseNotification(
  client: DataClient,
  kind: string,
  channel: NotificationChannel,
  wanted: boolean,
): Promise<void> {
  const answer = await client.rpc('nemus_choose_notification', { p_kind: kind, p_channel: channel, p_wanted: wanted });
  await readRows(answer, z.unknown());
}

/** Unsubscribes by a mail's link: from its kind, or from all optional mails. */
export async function unsubscribe(client: DataClient, token: string, all: boolean): Promise<void> {
  await readRows(await client.rpc('nemus_unsubscribe', { p_token: token, p_all: all }), z.unknown());
}
