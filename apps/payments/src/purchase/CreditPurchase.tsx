import { useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { creditBalanceQuery, enrollWithCredits } from '@nemus/data';
import { Button, ConfirmDialog, formatCount, formatNumber, Text } from '@nemus/ui';
import { ERROR_TITLES, messageOf } from '../checkout/purchase';

/**
 * Buys a course with the institution's credits. Disabled while they are too few, and while nobody knows how many there
 * are. Asks first: the credits are gone at once.
 */
export function CreditPurchase({
  courseId,
  courseTitle,
  creditCost,
  paused,
}: {
  courseId: string;
  courseTitle: string;
  creditCost: number;
  /** The course is being bought by card: nobody shall pay twice. */
  paused: boolean;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const { events, notify } = usePorts();
  const [asking, setAsking] = useState(false);
  const balance = useQuery(creditBalanceQuery(client, userId));
  const available = balance.data === undefined ? null : (balance.data?.available_credits ?? 0);
  const affordable = available !== null && available >= creditCost;
  const credits = formatCount(creditCost, 'Credit', 'Credits');

  // A second click can come before React has drawn the first one.
  const busy = useRef(false);
  const purchase = useMutation({
    mutationFn: () => enrollWithCredits(client, userId, courseId),
    onSuccess: () =>
      notify({
        kind: 'success',
        title: 'Kurs gekauft',
        description: 'Sie haben erfolgreich Zugang zu diesem Kurs erhalten.',
      }),
    onError: (error) => notify({ kind: 'error', title: ERROR_TITLES.course, description: messageOf(error) }),
    onSettled: () => {
      busy.current = false;
      setAsking(false);
      // After a refusal as well: what was shown here is no longer what the database has.
      events.publish('credits-changed', {});
      events.publish('enrollments-changed', { courseId });
    },
  });

  return (
    <>
      <Button
        icon="credits"
        aria-label={`Mit ${credits} kaufen: ${courseTitle}`}
        disabled={!affordable || paused}
        loading={purchase.isPending}
        onClick={() => setAsking(true)}
      >
        Mit {credits} kaufen
      </Button>
      {available !== null && !affordable && (
        <Text variant="caption" tone="muted">
          Nicht genügend Credits ({formatNumber(available)} verfügbar)
        </Text>
      )}
      <ConfirmDialog
        open={asking}
        title={`Kurs mit ${credits} kaufen?`}
        confirmLabel="Jetzt kaufen"
        busy={purchase.isPending}
        onConfirm={() => {
          if (busy.current) return;
          busy.current = true;
          purchase.mutate();
        }}
        onCancel={() => setAsking(false)}
      >
        „{courseTitle}“ wird sofort freigeschaltet. Danach haben Sie noch{' '}
        {formatCount((available ?? 0) - creditCost, 'Credit', 'Credits')}.
      </ConfirmDialog>
    </>
  );
}
