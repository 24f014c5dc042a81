import { z } from 'zod';
import { deleteLocal, readLocal, saveLocal } from './local-storage';

/** What somebody typed into a form and did not save yet. */
export interface FormDraft<Form> {
  readonly form: Form;
  /** `updated_at` of the version that was on the screen; null for what is new. */
  readonly version: string | null;
  /** ISO 8601 */
  readonly at: string;
}

/** Where the forms of one kind are kept on this device, each under its account and id. */
export interface FormDrafts<Form> {
  /** What was kept; null without anything. */
  readonly read: (userId: string, id: string) => FormDraft<Form> | null;
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
export function formDrafts<Form>(kind: string, schema: z.ZodType<Form>): FormDrafts<Form> {
  const nameOf = (userId: string, id: string) => `nemus.academy.${kind}.${userId}.${id}`;
  const draftSchema: z.ZodType<FormDraft<Form>> = z.object({
    form: schema,
    version: z.string().nullable(),
    at: z.string(),
  });
  return {
    read: (userId, id) => readLocal(nameOf(userId, id), draftSchema),
    keep: (userId, id, form, version) =>
      saveLocal(nameOf(userId, id), { form, version, at: new Date().toISOString() } satisfies FormDraft<Form>),
    forget: (userId, id) => deleteLocal(nameOf(userId, id)),
  };
}
