import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import {
  createLogbookCase,
  MOST_SAVED_AT_ONCE,
  saveLogbookEntries,
  submitLogbookEntries,
  type EntryToSave,
} from '@nemus/data';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import type { HourRow } from './hour-rows';

/** Most entries that can be submitted at once. */
const MOST_SUBMITTED_AT_ONCE = 100;

/** What became of a list. */
export interface HourResult {
  readonly saved: number;
  /** Rows that were not saved, with the reason in German. */
  readonly refused: readonly { readonly line: number; readonly message: string }[];
  /** The codes of new cases, by the value in the list. */
  readonly cases: readonly { readonly value: string; readonly code: string }[];
  /** Ids of saved entries that name a confirmer. */
  readonly ready: readonly string[];
}

/** Imports the rows of a list: makes the new cases, then saves the entries in groups. */
export function useHourImport() {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const [done, setDone] = useState(0);
  // Ids and cases stay for another attempt: it adds nothing twice.
  const [ids] = useState(() => new Map<string, string>());
  const [cases] = useState(() => new Map<string, { readonly id: string; readonly code: string }>());

  const caseOf = async (value: string) => {
    const made = cases.get(value) ?? (await createLogbookCase(client, { age_band: null, started_on: null }));
    cases.set(value, made);
    return made.id;
  };
  const idOf = (row: HourRow) => {
    // A row that was edited is another one.
    const key = JSON.stringify([row.line, row.fields]);
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    return id;
  };
  const save = useAction({
    mutationFn: async (rows: readonly HourRow[]): Promise<HourResult> => {
      setDone(0);
      const entries: (EntryToSave & { readonly line: number })[] = [];
      for (const row of rows) {
        const { line, fields, newCase } = row;
        if (fields === null) continue;
        const case_id = newCase === null ? fields.case_id : await caseOf(newCase);
        entries.push({ ...fields, case_id, line, id: idOf(row), revision: null, is_imported: true });
      }
      const refused: { line: number; message: string }[] = [];
      for (let start = 0; start < entries.length; start += MOST_SAVED_AT_ONCE) {
        const group = entries.slice(start, start + MOST_SAVED_AT_ONCE);
        refused.push(...(await saveGroup(group)));
        setDone(start + group.length);
      }
      const failed = new Set(refused.map(({ line }) => line));
      const saved = entries.filter(({ line }) => !failed.has(line));
      return {
        saved: saved.length,
        refused,
        cases: [...cases].map(([value, { code }]) => ({ value, code })),
        ready: saved.filter(({ confirmer_id: who }) => who !== null).map(({ id }) => id),
      };
    },
    onSettled: publish,
  });

  /** The rows of a group that were not saved; all of them after a failed request. */
  async function saveGroup(group: readonly (EntryToSave & { readonly line: number })[]) {
    try {
      const { refused } = await saveLogbookEntries(
        client,
        group.map(({ line: _line, ...entry }) => entry),
      );
      return refused.map(({ id, message }) => ({
        line: group.find((entry) => entry.id === id)?.line ?? 0,
        message,
      }));
    } catch (error) {
      return group.map(({ line }) => ({ line, message: reasonOf(error) }));
    }
  }

  const submit = useAction({
    mutationFn: async (ready: readonly string[]) => {
      let count = 0;
      for (let start = 0; start < ready.length; start += MOST_SUBMITTED_AT_ONCE) {
        count += await submitLogbookEntries(client, ready.slice(start, start + MOST_SUBMITTED_AT_ONCE));
      }
      return count;
    },
    onSettled: publish,
  });
  return { save, submit, done };
}
