import { z } from 'zod';

/** A mail before it is sent. */
export const draftSchema = z.object({
  to: z.email(),
  subject: z.string().min(1).max(500),
  text: z.string().max(200_000),
  html: z.string().max(500_000),
});
export type MailDraft = z.infer<typeof draftSchema>;

/** A mail in the inbox. */
export const mailSchema = draftSchema.extend({
  id: z.uuid(),
  /** When it came, ISO 8601 in UTC. */
  at: z.iso.datetime(),
});
export type Mail = z.infer<typeof mailSchema>;
