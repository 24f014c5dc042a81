import { z } from 'zod';
import { forgetKept, keep, readKept } from './kept';

/** What somebody typed into a form and did not save yet. */
export interface KeptForm<Form> {
  readonly form: Form;
  /** `updated_at` of the version that was on the screen; null for what is new. */
  readonly version: string | null;
  /** ISO 8601 */
  readonly at: string;
}

/** Where the forms of one kind are kept on this device, each under its account and id. */
export interface KeptForms<Form> {
  /** What was kept; null without anything. */
  readonly read: (userId: string, id: string) => KeptForm<Form> | null;
  /** Keeps what is typed. @returns whether the browser could */
  readonly keep: (userId: string, id: string, form: Form, version: string | null) => boolean;
  /** Forgets it: it is saved, or nobody wants it. */
  readonly forget: (userId: string, id: string) => void;
}

/**
 * Keeps the forms of one kind.
 * @param kind such as `seminar`
 * @param schema what a form may hold that comes from the browser, where anything may have written
 */
export function keptForms<Form>(kind: string, schema: z.ZodType<Form>): KeptForms<Form> {
  const nameOf = (userId: string, id: string) => `nemus.academy.${kind}.${userId}.${id}`;
  const keptSchema: z.ZodType<KeptForm<Form>> = z.object({
    form: schema,
    version: z.string().nullable(),
    at: z.string(),
  });
  return {
    read: (userId, id) => readKept(nameOf(userId, id), keptSchema),
    keep: (userId, id, form, version) =>
      keep(nameOf(userId, id), { form, version, at: new Date().toISOString() } satisfies KeptForm<Form>),
    forget: (userId, id) => forgetKept(nameOf(userId, id)),
  };
}
