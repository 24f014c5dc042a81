import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Toast } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { CANCELLED, cancelPurchase, DataError, type OpenPurchase } from '@nemus/data';
import { useLocation, useSearchParams } from 'react-router-dom';
import { reasonOf } from '../actions/reason';
import { useDataClient } from '../reads/data-client';
import {
  clearReturn,
  hasReturn,
  LOOK_AGAIN_AFTER,
  readReturn,
  recallReturn,
  rememberReturn,
  settlePayment,
  type PaymentReturn,
} from './payment-return';

/** While this query is fetching, the order is being given up. */
export const givenUpKey = (orderId: string | null) => ['purchase-given-up', orderId] as const;

const GIVEN_UP: Toast = {
  kind: 'error',
  title: 'Kauf abgebrochen',
  description: CANCELLED,
};
const NOT_GIVEN_UP = 'Kauf nicht abgebrochen';
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

  const left = known?.kind === 'cancelled' ? known : null;
  const orderId = left?.orderId ?? null;
  // Its id is secret: a forged link gives up nothing.
  const givenUp = useQuery({
    queryKey: givenUpKey(orderId),
    queryFn: async () => {
      const answer = await cancelPurchase(client, orderId ?? '');
      // One state: what was given up is shown nowhere as begun, not even until it is read again.
      if (answer.cancelled) {
        queries.setQueriesData<OpenPurchase[]>({ queryKey: ['open-purchases'] }, (list) =>
          list?.filter(({ order_id: id }) => id !== orderId),
        );
      }
      return answer;
    },
    enabled: orderId !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  const tidy = useEffectEvent((keep: string | null) =>
    setParams(clearReturn, { replace: true, state: keep === null ? null : rememberReturn(keep) }),
  );
  const tell = useEffectEvent((toast: Toast) => notify(toast));
  const returned = hasReturn(params);
  useEffect(() => {
    if (returned) tidy(sessionId);
  }, [returned, sessionId]);
  // A link without an order, whose purchase stays as it is.
  const cancelled = inAddress?.kind === 'cancelled' && inAddress.orderId === null;
  useEffect(() => {
    if (cancelled) tell(GIVEN_UP);
  }, [cancelled]);
  const decided = useEffectEvent(() => {
    // The provider's page is closed, or the purchase was paid meanwhile: everything shown here may be outdated.
    void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'purchase-given-up' });
    if (left?.courseId) events.publish('enrollments-changed', { courseId: left.courseId });
  });
  const { data: ended, error: failure } = givenUp;
  useEffect(() => {
    if (ended) tell(ended.cancelled ? GIVEN_UP : { kind: 'info', title: NOT_GIVEN_UP, description: ended.message });
    if (failure) tell({ kind: 'error', title: NOT_GIVEN_UP, description: reasonOf(failure) });
    if (ended ?? failure) decided();
  }, [ended, failure]);
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
    /** The purchase that was cancelled at the provider, and is given up here too; null otherwise. */
    left: ended?.cancelled ? left : null,
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
