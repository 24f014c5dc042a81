import { z } from 'zod';
import { forgetKept as forget, keep, readKept as read } from '../../kept/kept';
import { keptFormSchema, type SeminarForm } from './seminar-form';

const keptSchema = z.object({
  form: keptFormSchema,
  /** `updated_at` of the version that was on the screen; null for a new seminar. */
  version: z.string().nullable(),
  /** ISO 8601 */
  at: z.string(),
});
/** What somebody typed and did not save yet. */
export type KeptForm = z.infer<typeof keptSchema>;

const nameOf = (userId: string, id: string) => `nemus.academy.seminar.${userId}.${id}`;

/** Reads what was kept of a seminar's form on this device; null without anything. */
export function readKept(userId: string, id: string): KeptForm | null {
  return read(nameOf(userId, id), keptSchema);
}

/** Keeps a seminar's form. @returns whether the browser could. */
export function keepForm(userId: string, id: string, form: SeminarForm, version: string | null): boolean {
  const kept: KeptForm = { form, version, at: new Date().toISOString() };
  return keep(nameOf(userId, id), kept);
}

/** Forgets a seminar's form. */
export function forgetKept(userId: string, id: string): void {
  forget(nameOf(userId, id));
}
