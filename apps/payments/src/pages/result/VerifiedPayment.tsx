import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isPassing, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { verifyPayment, type PaymentVerification } from '@nemus/data';
import { publishBought } from '../../checkout/purchase';
import { ResultCard } from './ResultCard';
import { ResultLoading } from './ResultLoading';
import { resultOf, resultOfError } from './result';

/** Delays before further checks of a pending payment, in ms; afterwards the user checks by hand. */
const LOOK_AGAIN_AFTER = [2_000, 3_000, 5_000, 10_000, 20_000, 40_000] as const;
/** Total duration of all checks; a payment that is not received by then is no longer awaited. */
const LOOK_FOR = LOOK_AGAIN_AFTER.reduce((sum, wait) => sum + wait, 0);
/** Number of automatic retries of an unanswered check. */
const RETRIES = 2;

const waits = (payment: PaymentVerification | undefined) => payment?.status === 'open' || payment?.status === 'pending';

/** Verifies one payment, keeps checking while it is pending, and notifies every area when it is received. */
export function VerifiedPayment({ sessionId }: { sessionId: string }) {
  const client = useDataClient();
  const { events } = usePorts();
  const [openedAt] = useState(Date.now);
  const payment = useQuery({
    queryKey: ['payment', sessionId],
    queryFn: () => verifyPayment(client, sessionId),
    staleTime: Infinity,
    gcTime: 0,
    retry: (failures, error) => failures < RETRIES && isPassing(error),
    refetchInterval: ({ state }) =>
      waits(state.data) ? (LOOK_AGAIN_AFTER[state.dataUpdateCount - 1] ?? false) : false,
    refetchOnWindowFocus: ({ state }) => waits(state.data) && 'always',
  });

  // Report the first answer "bought"; later ones change nothing.
  const kind = payment.data?.success ? payment.data.kind : null;
  const tell = useEffectEvent(() => kind && publishBought(events, kind));
  useEffect(() => {
    if (kind) tell();
  }, [kind]);

  if (payment.isPending) return <ResultLoading />;
  // A failed later check does not revert what is known.
  const result =
    payment.data === undefined
      ? resultOfError(payment.error)
      : resultOf(payment.data, payment.dataUpdatedAt - openedAt >= LOOK_FOR);
  return (
    <ResultCard
      result={result}
      payment={payment.data ?? null}
      sessionId={sessionId}
      checking={payment.isFetching}
      onRetry={() => void payment.refetch()}
    />
  );
}
