import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Toast } from '@nemus/contract';
import { usePorts, useSession } from '@nemus/contract/react';
import { CANCELLED, DataError, openPurchasesQuery } from '@nemus/data';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useDataClient } from '../reads/data-client';
import {
  clearReturn,
  giveUpPurchase,
  hasReturn,
  LOOK_AGAIN_AFTER,
  readReturn,
  recallReturn,
  rememberReturn,
  settlePayment,
  type PaymentReturn,
} from './payment-return';

const GIVEN_UP: Toast = {
  kind: 'error',
  title: 'Kauf abgebrochen',
  description: CANCELLED,
};
const BOUGHT: Toast = { kind: 'success', title: 'Kurs erfolgreich gekauft!' };
const notRegistered = (description: string): Toast => ({
  kind: 'error',
  title: 'Fehler bei der Kursregistrierung',
  description,
});
/** The money did not arrive: nothing was bought, and nothing must be published. */
const notPaid = (description: string): Toast => ({ kind: 'error', title: 'Zahlung fehlgeschlagen', description });
const CHECK_FAILED =
  'Ihr Kauf war erfolgreich, aber es gab einen Fehler bei der Kursregistrierung. Bitte kontaktieren Sie den Support.';

/**
 * Handles the return from the payment provider: checks the payment, notifies, refreshes and cleans the address. The
 * address is cleaned at once; the history entry keeps the session until the result is known, so that a reload checks
 * again.
 */
export function usePaymentReturn() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const client = useDataClient();
  const { notify, events } = usePorts();
  const { userId } = useSession();
  const queries = useQueryClient();
  const inAddress = readReturn(params);
  const arrived = inAddress ?? recallReturn(state);
  const [known, setKnown] = useState<PaymentReturn | null>(null);
  if (arrived !== null && !isSame(arrived, known)) setKnown(arrived);
  const sessionId = known?.kind === 'success' ? known.sessionId : null;

  const check = useQuery({
    queryKey: ['payment-return', sessionId],
    queryFn: () => settlePayment(client, sessionId ?? ''),
    enabled: sessionId !== null,
    staleTime: Infinity,
    refetchOnWindowFocus: ({ state }) => state.data?.kind === 'unpaid' && 'always',
    refetchInterval: ({ state }) =>
      state.data?.kind === 'unpaid' ? (LOOK_AGAIN_AFTER[state.dataUpdateCount - 1] ?? false) : false,
  });

  const { courseId: leftCourseId, orderId } = known?.kind === 'cancelled' ? known : { courseId: null, orderId: null };
  const givenUp = useQuery({
    queryKey: ['purchase-given-up', leftCourseId, orderId],
    queryFn: () => giveUpPurchase(client, leftCourseId ?? '', orderId),
    enabled: leftCourseId !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const isOver = givenUp.data === true;
  const refresh = useEffectEvent(() => {
    void queries.invalidateQueries({ queryKey: openPurchasesQuery(client, userId).queryKey });
    events.publish('enrollments-changed', { courseId: leftCourseId });
  });
  useEffect(() => {
    if (isOver) refresh();
  }, [isOver]);

  const tidy = useEffectEvent((keep: string | null) =>
    setParams(clearReturn, { replace: true, state: keep === null ? null : rememberReturn(keep) }),
  );
  const tell = useEffectEvent((toast: Toast) => notify(toast));
  const returned = hasReturn(params);
  useEffect(() => {
    if (returned) tidy(sessionId);
  }, [returned, sessionId]);
  const cancelled = inAddress?.kind === 'cancelled';
  useEffect(() => {
    if (cancelled) tell(GIVEN_UP);
  }, [cancelled]);
  const outcome = check.data;
  useEffect(() => {
    if (outcome?.kind === 'failed' || outcome?.kind === 'paid') tidy(null);
    if (outcome?.kind === 'failed') tell(notPaid(outcome.message));
    if (outcome?.kind !== 'paid') return;
    tell(BOUGHT);
    // Every area that shows courses refetches them, including this one.
    events.publish('enrollments-changed', { courseId: null });
  }, [outcome, events]);
  // Counted, not derived from renders: two failures may have no render in between.
  const failures = check.errorUpdateCount;
  // Checking again does not help for what this account never bought.
  const unknown = isUnknown(check.error);
  useEffect(() => {
    if (failures === 0) return;
    if (unknown) tidy(null);
    tell(notRegistered(CHECK_FAILED));
  }, [failures, unknown]);

  // The payment being checked, until the user continues; the address is already clean.
  const unchecked = outcome === undefined && failures > 0 && !unknown;
  return {
    checking: check.isFetching && outcome === undefined && !unchecked,
    /** The check itself failed; stays while it is repeated. */
    unchecked,
    paid: outcome?.kind === 'paid',
    unpaid: outcome?.kind === 'unpaid',
    /** The course whose purchase was cancelled at the provider and is given up here too; null otherwise. */
    leftCourseId: isOver ? leftCourseId : null,
    forgetLeft: () => setKnown(null),
    lookingAgain: check.isFetching,
    lookAgain: () => void check.refetch(),
  };
}

function isUnknown(error: unknown): boolean {
  return error instanceof DataError && error.status === 404;
}

function isSame(a: PaymentReturn, b: PaymentReturn | null): boolean {
  if (a.kind === 'success' && b?.kind === 'success') return a.sessionId === b.sessionId;
  if (a.kind === 'cancelled' && b?.kind === 'cancelled') return a.courseId === b.courseId && a.orderId === b.orderId;
  return a.kind === b?.kind;
}
