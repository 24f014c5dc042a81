import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { readAnswer, readRows } from '../errors';
import {
  notificationSchema,
  notificationSettingSchema,
  unsubscribingSchema,
  type Notification,
  type NotificationSetting,
  type UnsubscribingPage,
} from '../rows/notification';

/** Which news to fetch. */
export interface NotificationSelection {
  readonly unread: boolean;
  /** From 1 on. */
  readonly page: number;
  readonly pageSize: number;
}

/** A page of the account's news, the newest first, and how many there are. */
export async function fetchNotifications(
  client: DataClient,
  { unread, page, pageSize }: NotificationSelection,
): Promise<{ readonly rows: readonly Notification[]; readonly total: number }> {
  const from = (page - 1) * pageSize;
  const asked = client
    .from('nemus_notifications')
    .select('id, kind, facts, path, read_at, created_at', { count: 'exact' })
    .order('created_at', { ascending: false })
    .order('id')
    .range(from, from + pageSize - 1);
  const answer = await (unread ? asked.is('read_at', null) : asked);
  // A page beyond the end, which another device has moved.
  if (answer.status === 416) return { rows: [], total: from };
  return { rows: await readAnswer(answer, z.array(notificationSchema)), total: answer.count ?? 0 };
}

/** @param userId whose news the cache holds */
export const notificationsQuery = (client: DataClient, userId: string, selection: NotificationSelection) =>
  queryOptions({
    queryKey: ['notifications', userId, selection],
    queryFn: () => fetchNotifications(client, selection),
    placeholderData: keepPreviousData,
  });

/** Number of unread news; 100 stands for more. */
export async function fetchUnreadNotifications(client: DataClient): Promise<number> {
  return readRows(await client.rpc('nemus_unread_notifications', {}, { get: true }), z.number());
}

/** The channels of each kind of news for the account. */
export async function fetchNotificationSettings(client: DataClient): Promise<NotificationSetting[]> {
  return readRows(
    await client.rpc('nemus_notification_settings', {}, { get: true }),
    z.array(notificationSettingSchema),
  );
}

/** @param userId whose choices the cache holds */
export const notificationSettingsQuery = (client: DataClient, userId: string) =>
  queryOptions({
    queryKey: ['notification-settings', userId],
    queryFn: () => fetchNotificationSettings(client),
  });

/**
 * What a mail's link unsubscribes from; needs no session, and changes nothing. The token is in the body, so that no
 * access log has it. Null for an invalid link.
 */
export async function fetchUnsubscribing(client: DataClient, token: string): Promise<UnsubscribingPage | null> {
  return readRows(await client.rpc('nemus_unsubscribe_page', { p_token: token }), unsubscribingSchema.nullable());
}
