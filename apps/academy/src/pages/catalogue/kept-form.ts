import { z } from 'zod';
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

const keyOf = (userId: string, id: string) => `nemus.academy.seminar.${userId}.${id}`;

/** Reads what was kept of a seminar's form on this device; null without anything. */
export function readKept(userId: string, id: string): KeptForm | null {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(window.localStorage.getItem(keyOf(userId, id)) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    // Storage that is closed, or not ours: then nothing was kept.
    return null;
  }
}

/** Keeps what is typed, so that a closed tab or a failed save loses nothing. @returns whether the browser could. */
export function keepForm(userId: string, id: string, form: SeminarForm, version: string | null): boolean {
  try {
    const kept: KeptForm = { form, version, at: new Date().toISOString() };
    window.localStorage.setItem(keyOf(userId, id), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Forgets what was kept: it is saved, or nobody wants it. */
export function forgetKept(userId: string, id: string): void {
  try {
    window.localStorage.removeItem(keyOf(userId, id));
  } catch {
    // Nothing could be kept either.
  }
}
