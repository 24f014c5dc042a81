import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { DataError, saveLogbookEntry, type DataClient } from '@nemus/data';
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

/** Brings one entry up. @returns its revision; null when it was refused, undefined when the server was not reached */
async function bringUp(client: DataClient, userId: string, entry: LocalEntry): Promise<number | null | undefined> {
  const wanted = toSave(entry.id, entry.revision, entry.form);
  try {
    if (wanted === null) throw new DataError('invalid_request', 'Diesem Eintrag fehlt noch etwas.', 400);
    return (await saveLogbookEntry(client, wanted)).revision;
  } catch (error) {
    if (!isRefusal(error)) return undefined;
    const { code, message, field } = error;
    // Typed on meanwhile: another attempt follows. Gone: the account has signed out, or another tab has sent it.
    if (readLocalEntries(userId).some(({ id, at }) => id === entry.id && at === entry.at)) {
      saveLocalEntry(userId, { ...entry, problem: { code, message, ...(field !== undefined && { field }) } });
    }
    return null;
  }
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

  const send = useCallback(async () => {
    if (running.current) return;
    running.current = true;
    const sent = new Map<LocalEntry, number>();
    const waits = () =>
      readLocalEntries(userId).find(
        ({ id, at, wanted, problem }) =>
          wanted && problem === null && ![...sent.keys()].some((one) => one.id === id && one.at === at),
      );
    let reached = true;
    try {
      for (let next = waits(); next !== undefined && reached; next = waits()) {
        const revision = await bringUp(client, userId, next);
        reached = revision !== undefined;
        if (typeof revision === 'number') sent.set(next, revision);
        else if (reached) told.current();
        if (sent.size === 0 || (reached && waits() !== undefined)) continue;
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
    const again = () => void send();
    again();
    window.addEventListener('online', again);
    const soon = setTimeout(again, TRY_SOON);
    const timer = setInterval(again, TRY_EVERY);
    return () => {
      window.removeEventListener('online', again);
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, [what, send]);

  return { kept, unreached: unreached && what !== '', retry: () => void send() };
}
