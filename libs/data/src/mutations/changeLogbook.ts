import { z } from 'zod';
import type { DataClient } from '../client';
import { readRows, textOf } from '../errors';
import { refusalTexts } from '../refusal-texts';
import { logbookStateSchema, type LogbookFields } from '../rows/logbook';
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
}

/**
 * Saves an entry as a draft; repeating it changes nothing. Invalid fields reject with a {@link DataError} that names
 * the field; `entry_changed` when it was changed elsewhere, `entry_state` when it is no draft any more.
 */
export async function saveLogbookEntry(client: DataClient, entry: EntryToSave): Promise<SavedEntry> {
  return readRows(await client.rpc('nemus_save_entry', { p_entry: { ...entry } }), savedSchema);
}

const importedSchema = z.object({
  saved: z.number(),
  refused: z.array(z.object({ id: z.string().nullable(), code: z.string(), values: z.unknown() })),
});
/** Most entries of one import request. */
export const MOST_IMPORTED_AT_ONCE = 250;

/** An entry of a list that was not saved, with the German reason. */
export interface RefusedEntry {
  readonly id: string | null;
  readonly message: string;
}

/**
 * Saves entries of a list from another program as drafts, each on its own; repeating it changes nothing. At most {@link
 * MOST_IMPORTED_AT_ONCE}.
 */
export async function importLogbookEntries(
  client: DataClient,
  entries: readonly EntryToSave[],
): Promise<{ readonly saved: number; readonly refused: readonly RefusedEntry[] }> {
  const p_entries = entries.map((entry) => ({ ...entry }));
  const { saved, refused } = await readRows(await client.rpc('nemus_import_entries', { p_entries }), importedSchema);
  const texts = refused.length === 0 ? null : await refusalTexts();
  return {
    saved,
    refused: refused.map(({ id, code, values }) => ({
      id,
      message: texts?.isRefusalCode(code) ? texts.readRefusal(code, values) : textOf(400),
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
