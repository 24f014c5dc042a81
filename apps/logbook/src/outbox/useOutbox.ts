import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import {
  DataError,
  MOST_SAVED_AT_ONCE,
  saveLogbookEntries,
  saveLogbookEntry,
  type DataClient,
  type EntryToSave,
  type RefusedEntry,
} from '@nemus/data';
import { toSave } from '../entries/entry-form';
import { usePublishLogbookChange } from '../frame/usePublishLogbookChange';
import { deleteLocalEntry, saveLocalEntry, readLocalEntries, useLocalEntries, type LocalEntry } from './local-entries';

/** Retry interval of pending entries, in ms; the browser's online event comes first. */
const TRY_EVERY = 15_000;
/** Delay of the first retry, in ms: for a short interruption. */
const TRY_SOON = 3_000;

/** Whether the server has refused, so that trying again the same way helps nothing. */
const isRefusal = (error: unknown): error is DataError =>
  error instanceof DataError &&
  [400, 403, 404, 409, 422].includes(error.status) &&
  /^[a-z]+(_[a-z]+)+$/.test(error.code);

/** Notes on an entry why it was refused. */
function refuse(userId: string, entry: LocalEntry, { code, message, field }: Omit<RefusedEntry, 'id'>): void {
  // Typed on meanwhile: another attempt follows. Gone: the account has signed out, or another tab has sent it.
  if (readLocalEntries(userId).some(({ id, at }) => id === entry.id && at === entry.at)) {
    saveLocalEntry(userId, { ...entry, problem: { code, message, ...(field !== undefined && { field }) } });
  }
}

/** Sends complete entries, several in one request; a refusal of all is one of each. */
async function send(client: DataClient, entries: readonly EntryToSave[]) {
  const [only] = entries;
  try {
    if (entries.length !== 1 || only === undefined) return await saveLogbookEntries(client, entries);
    const { revision } = await saveLogbookEntry(client, only);
    return { saved: [{ id: only.id, revision }], refused: [] };
  } catch (error) {
    if (!isRefusal(error)) return null;
    const { code, message, field } = error;
    return { saved: [], refused: entries.map(({ id }) => ({ id, code, message, field })) };
  }
}

/** Brings entries up. @returns the revisions of those that were saved; null when the server was not reached */
async function bringUp(
  client: DataClient,
  userId: string,
  entries: readonly LocalEntry[],
): Promise<ReadonlyMap<LocalEntry, number> | null> {
  const complete: EntryToSave[] = [];
  for (const entry of entries) {
    const wanted = toSave(entry.id, entry.revision, entry.form);
    if (wanted !== null) complete.push(wanted);
    else {
      const message = 'Diesem Eintrag fehlt noch etwas.';
      refuse(userId, entry, { code: 'invalid_request', message, field: undefined });
    }
  }
  const answer = complete.length === 0 ? { saved: [], refused: [] } : await send(client, complete);
  // An answer that leaves entries out is none: sending goes on later, not at once and for ever.
  if (answer === null || answer.saved.length + answer.refused.length < complete.length) return null;
  const of = new Map(entries.map((entry) => [entry.id, entry]));
  for (const { id, ...reason } of answer.refused) {
    const entry = of.get(id ?? '');
    if (entry !== undefined) refuse(userId, entry, reason);
  }
  return new Map(
    answer.saved.flatMap(({ id, revision }) => {
      const entry = of.get(id);
      return entry === undefined ? [] : [[entry, revision] as const];
    }),
  );
}

/** Removes an entry that is on the server from this device. */
function settle(userId: string, entry: LocalEntry, revision: number): void {
  const now = readLocalEntries(userId).find(({ id }) => id === entry.id);
  // Typed on meanwhile: the server's version is now the base.
  if (now !== undefined && now.at !== entry.at) saveLocalEntry(userId, { ...now, revision });
  else deleteLocalEntry(userId, entry.id);
}

/** The outbox: pending entries and their state. */
export interface Outbox {
  /** Entries of this device. */
  readonly kept: readonly LocalEntry[];
  /** The last attempt failed to reach the server. */
  readonly unreached: boolean;
  readonly retry: () => void;
}

/**
 * Sends entries saved on this device: at once, again soon, when the connection is back, and every quarter of a minute
 * while any are pending. Repeating it is harmless, here and in other tabs, since an entry's id is created with it.
 */
export function useOutbox(): Outbox {
  const client = useDataClient();
  const { userId } = useSession();
  const publish = usePublishLogbookChange();
  const queries = useQueryClient();
  const kept = useLocalEntries(userId);
  const [unreached, setUnreached] = useState(false);
  const running = useRef(false);
  const told = useRef(publish);
  useEffect(() => {
    told.current = publish;
  });

  const sendAll = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    const sent = new Map<LocalEntry, number>();
    const waits = () =>
      readLocalEntries(userId)
        .filter(
          ({ id, at, wanted, problem }) =>
            wanted && problem === null && ![...sent.keys()].some((one) => one.id === id && one.at === at),
        )
        .slice(0, MOST_SAVED_AT_ONCE);
    let reached = true;
    try {
      for (let next = waits(); next.length > 0 && reached; next = waits()) {
        const saved = await bringUp(client, userId, next);
        reached = saved !== null;
        for (const [entry, revision] of saved ?? []) sent.set(entry, revision);
        if (saved !== null && saved.size < next.length) told.current();
        if (sent.size === 0 || (reached && waits().length > 0)) continue;
        // A row is on this device until the list has it: none is missing between the two.
        told.current();
        await queries.refetchQueries({ queryKey: ['logbook', userId], type: 'active' }, { cancelRefetch: false });
        for (const [entry, now] of sent) settle(userId, entry, now);
        sent.clear();
      }
      setUnreached(!reached);
    } finally {
      running.current = false;
    }
  }, [client, queries, userId]);

  const waiting = kept.filter(({ wanted, problem }) => wanted && problem === null).map(({ id, at }) => id + at);
  const what = waiting.join();
  useEffect(() => {
    if (what === '') return undefined;
    const again = () => void sendAll();
    again();
    window.addEventListener('online', again);
    const soon = setTimeout(again, TRY_SOON);
    const timer = setInterval(again, TRY_EVERY);
    return () => {
      window.removeEventListener('online', again);
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [what, sendAll]);

  return { kept, unreached: unreached && what !== '', retry: () => void sendAll() };
}
