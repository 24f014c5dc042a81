import { z } from 'zod';

export const notificationSchema = z.object({
  id: z.string(),
  /** Code of the event; `newsText` has its text. */
  kind: z.string(),
  /** Further values for the text. */
  facts: z.unknown(),
  /** Link into the portal; null: nothing to open. */
  path: z
    .string()
    .regex(/^\/[a-z0-9-]/)
    .nullable(),
  read_at: z.string().nullable(),
  created_at: z.string(),
});
/** A notification of the account. */
export type Notification = z.infer<typeof notificationSchema>;

const channelSchema = z.object({
  /** `on`, `off`: optional; `always`, `never`: fixed. */
  mode: z.enum(['on', 'off', 'always', 'never']),
  wanted: z.boolean(),
  /** The institution has switched the channel off for everything optional. */
  stopped: z.boolean(),
});
export const notificationSettingSchema = z.object({
  kind: z.string(),
  portal: channelSchema,
  mail: channelSchema,
  sms: channelSchema,
});
/** The channels of a kind of news, and whether they are optional. */
export type NotificationSetting = z.infer<typeof notificationSettingSchema>;
/** A channel for news. */
export type NotificationChannel = 'portal' | 'mail' | 'sms';

export const unsubscribingSchema = z.object({ kind: z.string(), wanted: z.boolean() });
/** What a mail's link unsubscribes from, and whether its account currently gets such mails. */
export type UnsubscribingPage = z.infer<typeof unsubscribingSchema>;
