import { useCallback, useEffect, useRef, useState } from 'react';
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

/** Brings one entry up. @returns whether the next one may be tried */
async function bringUp(client: DataClient, userId: string, entry: LocalEntry): Promise<boolean> {
  const wanted = toSave(entry.id, entry.revision, entry.form);
  try {
    if (wanted === null) throw new DataError('invalid_request', 'Diesem Eintrag fehlt noch etwas.', 400);
    const saved = await saveLogbookEntry(client, wanted);
    const now = readLocalEntries(userId).find(({ id }) => id === entry.id);
    // Typed on meanwhile: the server's version is now the base.
    if (now !== undefined && now.at !== entry.at) saveLocalEntry(userId, { ...now, revision: saved.revision });
    else deleteLocalEntry(userId, entry.id);
    return true;
  } catch (error) {
    if (!isRefusal(error)) return false;
    const { code, message, field } = error;
    // Typed on meanwhile: another attempt follows. Gone: the account has signed out, or another tab has sent it.
    if (readLocalEntries(userId).some(({ id, at }) => id === entry.id && at === entry.at)) {
      saveLocalEntry(userId, { ...entry, problem: { code, message, ...(field !== undefined && { field }) } });
    }
    return true;
  }
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
    const waits = () => readLocalEntries(userId).find(({ wanted, problem }) => wanted && problem === null);
    let reached = true;
    try {
      for (let next = waits(); next !== undefined && reached; next = waits()) {
        reached = await bringUp(client, userId, next);
        if (reached) told.current();
      }
      setUnreached(!reached);
    } finally {
      running.current = false;
    }
  }, [client, userId]);

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
