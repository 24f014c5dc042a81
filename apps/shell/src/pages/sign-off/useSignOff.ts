import { useCallback, useEffect, useState } from 'react';
import { DataError, decideByLink, fetchSignOffPage, type EntryDecision, type SignOffPage } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';

/** What is known of a link by now. */
export type SignOffState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  /** Null: it leads nowhere any more. */
  | { readonly status: 'found'; readonly page: SignOffPage | null }
  | { readonly status: 'done'; readonly kind: EntryDecision['kind']; readonly decided: number; readonly open: number };

/** Why a decision was not taken, and the field that it stands at. */
export interface SignOffProblem {
  readonly words: string;
  readonly atReason: boolean;
}

/** Without an answer nobody knows what became of it; asking once more is harmless. */
const TRY_AGAIN = 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze noch einmal.';

function problemOf(error: unknown): SignOffProblem {
  if (error instanceof DataError && error.status >= 400 && error.status < 500) {
    return { words: error.message, atReason: error.field === 'reason' };
  }
  return { words: TRY_AGAIN, atReason: false };
}

/** Reads what a link is about, as nobody in particular, and takes the one decision. Looking uses nothing up. */
export function useSignOff(token: string | null) {
  const { visitor } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<SignOffProblem | null>(null);
  const [sending, setSending] = useState<EntryDecision['kind'] | null>(null);
  const [state, setState] = useState<SignOffState>(
    token === null ? { status: 'found', page: null } : { status: 'loading' },
  );
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    visitor()
      .then((client) => fetchSignOffPage(client, token))
      .then(
        (page) => current && setState({ status: 'found', page }),
        () => current && setState({ status: 'failed' }),
      );
    return () => {
      current = false;
    };
  }, [visitor, token, attempt]);
  const { start: decide } = useSingleRun(async (ids: readonly string[], decision: EntryDecision) => {
    if (token === null) return;
    setSending(decision.kind);
    setProblem(null);
    try {
      const answer = await decideByLink(await visitor(), token, ids, decision);
      setState({ status: 'done', kind: decision.kind, ...answer });
    } catch (error) {
      setProblem(problemOf(error));
      // Taken back, or decided elsewhere: the page shows what is there now.
      if (error instanceof DataError && (error.status === 404 || error.status === 409))
        setAttempt((count) => count + 1);
    }
    setSending(null);
  });
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, problem, sending, decide, retry };
}
