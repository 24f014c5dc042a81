import { useEffect, useEffectEvent } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { NO_SESSION } from './result';
import { ResultCard } from './ResultCard';
import { VerifiedPayment } from './VerifiedPayment';

const PARAMETER = 'session_id';
const stateSchema = z.object({ paymentSession: z.string() });

/** Return page of the payment provider; shows the payment's state. */
export default function PaymentResultPage() {
  const sessionId = usePaymentSession();
  // Another session is another payment: nothing of the last one stays.
  return sessionId === '' ? (
    <ResultCard result={NO_SESSION} />
  ) : (
    <VerifiedPayment key={sessionId} sessionId={sessionId} />
  );
}

/**
 * The session that the provider sent the reader back with; empty without one. It moves from the address, which people
 * copy, into the state of this entry of the history: a reload looks at the same payment again.
 */
function usePaymentSession(): string {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const returned = params.get(PARAMETER)?.trim() ?? '';
  const tidy = useEffectEvent(() => {
    const clear = (current: URLSearchParams) => {
      const rest = new URLSearchParams(current);
      rest.delete(PARAMETER);
      return rest;
    };
    setParams(clear, { replace: true, state: { paymentSession: returned } });
  });
  useEffect(() => {
    if (returned !== '') tidy();
  }, [returned]);
  return returned || (stateSchema.safeParse(state).data?.paymentSession ?? '');
}
