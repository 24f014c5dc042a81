import { useCallback, useState } from 'react';
import { useDataClient } from '@nemus/area';
import { useAsyncData, type Answer } from '@nemus/area/public';
import { DataError, fetchUnsubscribing, unsubscribe, type UnsubscribingPage } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';

/** What is known about a link. */
export type UnsubscribingState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'found'; readonly kind: string; readonly wanted: boolean }
  | { readonly status: 'done'; readonly kind: string; readonly all: boolean }
  /** It is invalid. */
  | { readonly status: 'over' };

function stateOf(answer: Answer<UnsubscribingPage | null>): UnsubscribingState {
  if (answer.status !== 'found') return answer;
  return answer.value === null ? { status: 'over' } : { status: 'found', ...answer.value };
}

/** Reads what a link unsubscribes from, as a visitor, and unsubscribes on request. Reading changes nothing. */
export function useUnsubscribing(token: string | null) {
  const client = useDataClient();
  const read = useCallback(async () => (token === null ? null : fetchUnsubscribing(client, token)), [client, token]);
  const { answer, retry } = useAsyncData(read);
  const [failed, setFailed] = useState(false);
  const [sending, setSending] = useState<'one' | 'all' | null>(null);
  const [after, setAfter] = useState<Extract<UnsubscribingState, { status: 'done' | 'over' }> | null>(null);
  const state = after ?? stateOf(answer);
  const { start } = useSingleRun(async (which: 'one' | 'all') => {
    if (token === null || state.status !== 'found') return;
    setSending(which);
    setFailed(false);
    try {
      await unsubscribe(client, token, which === 'all');
      setAfter({ status: 'done', kind: state.kind, all: which === 'all' });
    } catch (error) {
      if (error instanceof DataError && error.status === 404) setAfter({ status: 'over' });
      else setFailed(true);
    }
    setSending(null);
  });
  return { state, sending, failed, start, retry };
}
