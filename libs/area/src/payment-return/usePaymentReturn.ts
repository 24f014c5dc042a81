import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Toast } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import { useSearchParams } from 'react-router-dom';
import { useDataClient } from '../data-client';
import { clearReturn, LOOK_AGAIN_AFTER, readReturn, settlePayment, type PaymentReturn } from './payment-return';

const CANCELLED: Toast = {
  kind: 'error',
  title: 'Kauf abgebrochen',
  description: 'Der Kaufvorgang wurde abgebrochen.',
};
const BOUGHT: Toast = { kind: 'success', title: 'Kurs erfolgreich gekauft!' };
const notRegistered = (description: string): Toast => ({
  kind: 'error',
  title: 'Fehler bei der Kursregistrierung',
  description,
});
const CHECK_FAILED =
  'Ihr Kauf war erfolgreich, aber es gab einen Fehler bei der Kursregistrierung. Bitte kontaktieren Sie den Support.';

/** The return from the payment provider: checks, tells, refreshes and tidies the address up. */
export function usePaymentReturn() {
  const [params, setParams] = useSearchParams();
  const client = useDataClient();
  const { notify, events } = usePorts();
  const inAddress = readReturn(params);
  const [known, setKnown] = useState<PaymentReturn | null>(null);
  // The address is tidied up with the first word to the reader; what it said is kept here.
  if (inAddress !== null && !isSame(inAddress, known)) setKnown(inAddress);
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

  const tell = useEffectEvent((toast: Toast) => {
    setParams(clearReturn, { replace: true });
    notify(toast);
  });
  const cancelled = inAddress?.kind === 'cancelled';
  useEffect(() => {
    if (cancelled) tell(CANCELLED);
  }, [cancelled]);
  const outcome = check.data;
  useEffect(() => {
    if (outcome?.kind === 'failed') tell(notRegistered(outcome.message));
    if (outcome?.kind !== 'paid') return;
    tell(BOUGHT);
    // Every area that shows courses reads them again, this one included.
    events.publish('enrollments-changed', { courseId: null });
  }, [outcome, events]);
  // Counted, not seen: between two failures there may be no picture.
  const failures = check.errorUpdateCount;
  useEffect(() => {
    if (failures > 0) tell(notRegistered(CHECK_FAILED));
  }, [failures]);

  // What this account has never bought is not found by looking again.
  const unchecked = outcome === undefined && failures > 0 && !isUnknown(check.error);
  return {
    checking: check.isFetching && outcome === undefined && !unchecked,
    /** The check itself failed; stays while it is repeated. */
    unchecked,
    unpaid: outcome?.kind === 'unpaid',
    lookingAgain: check.isFetching,
    lookAgain: () => void check.refetch(),
  };
}

function isUnknown(error: unknown): boolean {
  return error instanceof DataError && error.status === 404;
}

function isSame(a: PaymentReturn, b: PaymentReturn | null): boolean {
  if (a.kind === 'success' && b?.kind === 'success') return a.sessionId === b.sessionId;
  return a.kind === b?.kind;
}
