import { z } from 'zod';
import { deleteLocal, readLocal, saveLocal } from './local-storage';

/** Unsaved input of a form. */
export interface FormDraft<Form> {
  readonly form: Form;
  /** `updated_at` of the version that was on the screen; null for a new object. */
  readonly version: string | null;
  /** ISO 8601 */
  readonly at: string;
}

/** Drafts of one kind of form on this device, by account and id. */
export interface FormDrafts<Form> {
  /** The draft; null without one. */
  readonly read: (userId: string, id: string) => FormDraft<Form> | null;
  /** Stores the input. @returns whether the browser could */
  readonly keep: (userId: string, id: string, form: Form, version: string | null) => boolean;
  /** Deletes it: it was saved or discarded. */
  readonly forget: (userId: string, id: string) => void;
}

/**
 * Creates the draft store of one kind of form.
 * @param kind such as `seminar`
 * @param schema of a stored form, since the browser's storage may contain anything
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
