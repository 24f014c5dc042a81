import { z } from 'zod';

export const notificationSchema = z.object({
  id: z.string(),
  /** What happened, as a code; `newsText` has its words. */
  kind: z.string(),
  /** What the words say besides. */
  facts: z.unknown(),
  /** Where the portal leads from there; null: nothing to open. */
  path: z
    .string()
    .regex(/^\/[a-z0-9-]/)
    .nullable(),
  read_at: z.string().nullable(),
  created_at: z.string(),
});
/** Something that the account is told. */
export type Notification = z.infer<typeof notificationSchema>;

const channelSchema = z.object({
  /** `on`, `off`: can be chosen; `always`, `never`: cannot. */
  mode: z.enum(['on', 'off', 'always', 'never']),
  wanted: z.boolean(),
  /** The institution has switched the channel off for everything that may be switched off. */
  stopped: z.boolean(),
});
export const notificationSettingSchema = z.object({
  kind: z.string(),
  portal: channelSchema,
  mail: channelSchema,
  sms: channelSchema,
});
/** Through which channels a kind of news comes, and whether that can be chosen. */
export type NotificationSetting = z.infer<typeof notificationSettingSchema>;
/** A way in which news come. */
export type NotificationChannel = 'portal' | 'mail' | 'sms';

export const unsubscribingSchema = z.object({ kind: z.string(), wanted: z.boolean() });
/** What a link of a mail unsubscribes from, and whether such mails go to its account now. */
export type UnsubscribingPage = z.infer<typeof unsubscribingSchema>;
