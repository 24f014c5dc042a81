import { z } from 'zod';
import type { DataClient } from '../client';
import { fieldOf, readRows, textOf } from '../errors';
import { refusalTexts } from '../refusal-texts';
import { logbookStateSchema, type LogbookFields, type LogbookTemplate } from '../rows/logbook';
import { sendSignOffLetters } from './decideEntries';

const savedSchema = z.object({ id: z.string(), revision: z.number(), state: logbookStateSchema });
/** An entry after saving. */
export type SavedEntry = z.infer<typeof savedSchema>;

/** The fields that an entry is saved with. */
export interface EntryToSave extends LogbookFields {
  /** Created by the client, so that a repeated upload stays one entry. */
  readonly id: string;
  /** Of the entry as read; null for a new one. */
  readonly revision: number | null;
  /** From a list of another program: marked as such for ever. */
  readonly is_imported?: boolean;
  /** Of a certificate from elsewhere: its checked file, who issued it, and its first day. */
  readonly file_id?: string;
  readonly issuer?: string;
  readonly started_on?: string | null;
}

/**
 * Saves an entry as a draft; repeating it changes nothing. Invalid fields reject with a {@link DataError} that names
 * the field; `entry_changed` when it was changed elsewhere, `entry_state` when it is no draft any more.
 */
export async function saveLogbookEntry(client: DataClient, entry: EntryToSave): Promise<SavedEntry> {
  return readRows(await client.rpc('nemus_save_entry', { p_entry: { ...entry } }), savedSchema);
}

const savedEntriesSchema = z.object({
  saved: z.array(savedSchema),
  refused: z.array(z.object({ id: z.string().nullable(), code: z.string(), values: z.unknown() })),
});
/** Most entries of one request. */
export const MOST_SAVED_AT_ONCE = 250;

/** An entry that was not saved, with the German reason. */
export interface RefusedEntry {
  readonly id: string | null;
  readonly code: string;
  readonly message: string;
  /** The refused field. */
  readonly field: string | undefined;
}

/**
 * Saves entries as drafts in one request, each on its own as by {@link saveLogbookEntry}. At most {@link
 * MOST_SAVED_AT_ONCE}.
 */
export async function saveLogbookEntries(
  client: DataClient,
  entries: readonly EntryToSave[],
): Promise<{ readonly saved: readonly SavedEntry[]; readonly refused: readonly RefusedEntry[] }> {
  const p_entries = entries.map((entry) => ({ ...entry }));
  const { saved, refused } = await readRows(await client.rpc('nemus_save_entries', { p_entries }), savedEntriesSchema);
  const texts = refused.length === 0 ? null : await refusalTexts();
  return {
    saved,
    refused: refused.map(({ id, code, values }) => ({
      id,
      code,
      message: texts?.isRefusalCode(code) ? texts.readRefusal(code, values) : textOf(400),
      field: fieldOf(values),
    })),
  };
}

/** Deletes a draft or a returned entry. */
export async function deleteLogbookEntry(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_delete_entry', { p_entry: id }), z.unknown());
}

/** Submits entries to the people that they name, all or none; those without an account get a mail. @returns how many */
export async function submitLogbookEntries(client: DataClient, ids: readonly string[]): Promise<number> {
  const submitted = await readRows(await client.rpc('nemus_submit_entries', { p_entries: [...ids] }), z.number());
  // Runs after the change, which never fails because of mails.
  void sendSignOffLetters(client);
  return submitted;
}

/** Turns an undecided entry back into a draft. */
export async function takeBackLogbookEntry(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_take_back_entry', { p_entry: id }), z.unknown());
}

/** Makes a draft that replaces a confirmed entry once it is confirmed itself. @returns its id */
export async function correctLogbookEntry(client: DataClient, id: string): Promise<string> {
  return readRows(await client.rpc('nemus_correct_entry', { p_entry: id }), z.string());
}

/** Saves a week under a name, in place of the template of that name. */
export async function saveLogbookTemplate(client: DataClient, template: Omit<LogbookTemplate, 'id'>): Promise<void> {
  await readRows(await client.rpc('nemus_save_template', { p_template: { ...template } }), z.string());
}

/** Deletes a template; drafts made from it stay. */
export async function deleteLogbookTemplate(client: DataClient, id: string): Promise<void> {
  await readRows(await client.rpc('nemus_delete_template', { p_template: id }), z.unknown());
}
