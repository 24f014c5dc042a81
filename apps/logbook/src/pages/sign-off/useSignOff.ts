import { useCallback, useState } from 'react';
import { useDataClient } from '@nemus/area';
import { useAsyncData } from '@nemus/area/public';
import { DataError, decideByLink, fetchSignOffPage, type EntryDecision, type ShownEntry } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';

/** A decision by link, and the number of entries that it leaves open. */
export interface SignOffDone {
  readonly kind: EntryDecision['kind'];
  readonly decided: number;
  readonly open: number;
}

/** Why a decision failed, and the field with its message. */
export interface SignOffProblem {
  readonly words: string;
  readonly atReason: boolean;
}

/** Without an answer the result is unknown; a retry is harmless. */
const TRY_AGAIN = 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze noch einmal.';

function problemOf(error: unknown): SignOffProblem {
  if (error instanceof DataError && error.status >= 400 && error.status < 500) {
    return { words: error.message, atReason: error.field === 'reason' };
  }
  return { words: TRY_AGAIN, atReason: false };
}

/** Reads a link's entries, as a visitor, and submits the decision. Reading uses nothing up. */
export function useSignOff(token: string | null) {
  const client = useDataClient();
  const read = useCallback(async () => (token === null ? null : fetchSignOffPage(client, token)), [client, token]);
  const { answer, retry, refresh } = useAsyncData(read);
  const [problem, setProblem] = useState<SignOffProblem | null>(null);
  const [sending, setSending] = useState<EntryDecision['kind'] | null>(null);
  const [done, setDone] = useState<SignOffDone | null>(null);
  const { start: decide } = useSingleRun(async (entries: readonly ShownEntry[], decision: EntryDecision) => {
    if (token === null) return;
    setSending(decision.kind);
    setProblem(null);
    try {
      const result = await decideByLink(client, token, entries, decision);
      setDone({ kind: decision.kind, ...result });
    } catch (error) {
      setProblem(problemOf(error));
      // Withdrawn, or decided elsewhere: the page shows the current state.
      if (error instanceof DataError && (error.status === 404 || error.status === 409)) refresh();
    }
    setSending(null);
  });
  return { answer, done, problem, sending, decide, retry };
}
