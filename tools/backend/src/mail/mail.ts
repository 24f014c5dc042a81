import { z } from 'zod';

/** A mail before it is sent. */
export const draftSchema = z.object({
  to: z.email(),
  subject: z.string().min(1).max(500),
  text: z.string().max(200_000),
  html: z.string().max(500_000),
  /** Attachments; `content` is base64. */
  attachments: z
    .array(
      z.object({
        filename: z.string().regex(/^[\w.-]{1,100}$/),
        contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w-]+)*$/),
        content: z.base64().max(500_000),
      }),
    )
    .max(5)
    .optional(),
  /** Headers that mail programs act on. */
  headers: z
    .record(z.string().regex(/^List-Unsubscribe(?:-Post)?$/), z.string().regex(/^[\x20-\x7e]{1,500}$/))
    .optional(),
});
export type MailDraft = z.infer<typeof draftSchema>;

/** A mail in the inbox. */
export const mailSchema = draftSchema.extend({
  id: z.uuid(),
  /** Time of arrival, ISO 8601 in UTC. */
  at: z.iso.datetime(),
});
export type Mail = z.infer<typeof mailSchema>;
