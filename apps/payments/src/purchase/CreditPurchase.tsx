import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import type { SlotProps } from '@nemus/contract';
import { useSession } from '@nemus/contract/react';
import { creditBalanceQuery, refusalText } from '@nemus/data';
import { Button, ConfirmDialog, formatCount, Stack, Text } from '@nemus/ui';
import { describeBooking, type Places } from './booking';
import { useCreditPurchase } from './useCreditPurchase';

/**
 * Buys a course with the institution's credits. Disabled while there are too few, or while the balance is unknown.
 * Confirms first: the credits are spent at once.
 */
export function CreditPurchase({
  course: { courseId, courseTitle },
  places,
  paused,
}: {
  course: SlotProps['course-purchase'];
  places: Places;
  /** The course is being bought by card: prevent paying twice. */
  paused: boolean;
}) {
  const { booking } = places;
  const { userId } = useSession();
  const [asking, setAsking] = useState(false);
  const balance = useQuery(creditBalanceQuery(useDataClient(), userId));
  const available = balance.data === undefined ? null : (balance.data?.available_credits ?? 0);
  const affordable = available !== null && available >= places.credits;
  const credits = formatCount(places.credits, 'Credit', 'Credits');
  const left = formatCount((available ?? 0) - places.credits, 'Credit', 'Credits');
  const purchase = useCreditPurchase({ courseId, courseTitle, places, onEnd: () => setAsking(false) });

  return (
    <Stack gap={0.5} align="start">
      <Button
        variant={booking ? 'primary' : 'secondary'}
        icon="credits"
        aria-label={`Mit ${credits} kaufen: ${courseTitle}`}
        disabled={!affordable || paused}
        loading={purchase.pending}
        onClick={() => setAsking(true)}
      >
        Mit {credits} kaufen
      </Button>
      {available !== null && !affordable && (
        <Text variant="caption" tone="muted">
          {refusalText('insufficient_credits', { available })}
        </Text>
      )}
      <ConfirmDialog
        open={asking}
        title={booking ? `„${courseTitle}“ buchen?` : `Kurs mit ${credits} kaufen?`}
        confirmLabel="Jetzt kaufen"
        busy={purchase.pending}
        onConfirm={purchase.buy}
        onCancel={() => setAsking(false)}
      >
        {booking ? (
          <Stack gap={1}>
            <span>{describeBooking(booking)}</span>
            <strong>Gesamt: {credits}</strong>
            <span>Danach haben Sie noch {left}. Es werden alle gebucht oder niemand.</span>
          </Stack>
        ) : (
          <>
            „{courseTitle}“ wird sofort freigeschaltet. Danach haben Sie noch {left}.
          </>
        )}
      </ConfirmDialog>
    </Stack>
  );
}
