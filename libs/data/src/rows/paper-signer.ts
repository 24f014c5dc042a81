import { z } from 'zod';
import { confirmerRoleSchema } from './confirmer-roles';

/** A person who confirmed entries of a printed logbook, with the institution at that time. */
export const paperSignerSchema = z.object({
  name: z.string(),
  role: confirmerRoleSchema.nullable(),
  /** Null for entries that were confirmed before names were kept, as is the address. */
  institution: z.string().nullable(),
  address: z.string().nullable(),
});
export type PaperSigner = z.infer<typeof paperSignerSchema>;
