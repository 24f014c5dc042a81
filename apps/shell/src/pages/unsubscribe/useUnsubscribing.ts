import { useCallback, useEffect, useState } from 'react';
import { DataError, fetchUnsubscribing, unsubscribe } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';

/** What is known of a link by now. */
export type UnsubscribingState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'found'; readonly kind: string; readonly wanted: boolean }
  | { readonly status: 'done'; readonly kind: string; readonly all: boolean }
  /** It leads nowhere. */
  | { readonly status: 'over' };

/** Reads what a link unsubscribes from, as nobody in particular, and does so when asked. Looking changes nothing. */
export function useUnsubscribing(token: string | null) {
  const { visitor } = usePortal();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [sending, setSending] = useState<'one' | 'all' | null>(null);
  const [state, setState] = useState<UnsubscribingState>({ status: token === null ? 'over' : 'loading' });
  useEffect(() => {
    if (token === null) return undefined;
    let current = true;
    visitor()
      .then((client) => fetchUnsubscribing(client, token))
      .then(
        (page) => current && setState(page === null ? { status: 'over' } : { status: 'found', ...page }),
        () => current && setState({ status: 'failed' }),
      );
    return () => {
      current = false;
    };
  }, [visitor, token, attempt]);
  const { start } = useSingleRun(async (which: 'one' | 'all') => {
    if (token === null || state.status !== 'found') return;
    setSending(which);
    setFailed(false);
    try {
      await unsubscribe(await visitor(), token, which === 'all');
      setState({ status: 'done', kind: state.kind, all: which === 'all' });
    } catch (error) {
      if (error instanceof DataError && error.status === 404) setState({ status: 'over' });
      else setFailed(true);
    }
    setSending(null);
  });
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  }, []);
  return { state, sending, failed, start, retry };
}
