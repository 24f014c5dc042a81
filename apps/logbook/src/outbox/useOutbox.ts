import { useCallback, useEffect, useRef, useState } from 'react';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { DataError, saveLogbookEntry, type DataClient } from '@nemus/data';
import { toSave } from '../entries/entry-form';
import { usePublishLogbookChange } from '../frame/usePublishLogbookChange';
import { deleteLocalEntry, saveLocalEntry, readLocalEntries, useLocalEntries, type LocalEntry } from './local-entries';

/** How often what waits is tried again, in ms; the browser's own word that it is back comes before. */
const TRY_EVERY = 15_000;
/** When it is tried for the second time, in ms: a connection that was cut for a moment is there again. */
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
    // Typed on meanwhile: what is on the server is then the version that was changed.
    if (now !== undefined && now.at !== entry.at) saveLocalEntry(userId, { ...now, revision: saved.revision });
    else deleteLocalEntry(userId, entry.id);
    return true;
  } catch (error) {
    if (!isRefusal(error)) return false;
    const { code, message, field } = error;
    saveLocalEntry(userId, { ...entry, problem: { code, message, ...(field !== undefined && { field }) } });
    return true;
  }
}

/** What waits to go up, and how it stands. */
export interface Outbox {
  /** Entries of this device. */
  readonly kept: readonly LocalEntry[];
  /** The last attempt reached nobody. */
  readonly unreached: boolean;
  readonly retry: () => void;
}

/**
 * Brings up what was saved on this device: at once, soon again, when the connection is back, and every quarter of a
 * minute while something waits.
 * Repeating it is harmless, here and in other tabs: the id of an entry was made with it.
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
