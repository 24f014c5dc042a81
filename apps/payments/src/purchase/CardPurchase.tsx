import { useState } from 'react';
import type { SlotProps } from '@nemus/contract';
import { withTaxText } from '@nemus/data';
import { Button, ConfirmDialog, formatCents, Stack } from '@nemus/ui';
import type { Checkout } from '../checkout/useCheckout';
import type { ProductTax } from '../taxes/useTax';
import { describeBooking, type Places } from './booking';

/**
 * Buys a course on the provider's page, where a single purchase is confirmed. A booking for several people is confirmed
 * here first: the provider's page does not list them.
 */
export function CardPurchase({
  course: { courseId, courseTitle },
  places: { booking, cents },
  institution,
  tax,
  checkout,
}: {
  course: SlotProps['course-purchase'];
  places: Places;
  institution: boolean;
  tax: ProductTax;
  checkout: Checkout;
}) {
  const [asking, setAsking] = useState(false);
  const label = institution ? 'Mit Karte kaufen' : 'Jetzt kaufen';
  return (
    <>
      <Button
        variant={booking ? 'secondary' : 'primary'}
        icon={institution ? 'card' : undefined}
        aria-label={`${label}: ${courseTitle}, ${formatCents(cents)}`}
        loading={checkout.opening}
        disabled={tax.isRefused || checkout.open !== null || checkout.elsewhere}
        onClick={() => (booking ? setAsking(true) : checkout.begin({ kind: 'course', courseId }, cents))}
      >
        {label}
      </Button>
      {booking && (
        <ConfirmDialog
          open={asking}
          title={`„${courseTitle}“ buchen?`}
          confirmLabel="Zur Zahlung"
          onConfirm={() => {
            setAsking(false);
            // In the click: browsers block a tab that opens later.
            checkout.begin({ kind: 'course', courseId, booking }, cents);
          }}
          onCancel={() => setAsking(false)}
        >
          <Stack gap={1}>
            <span>{describeBooking(booking)}</span>
            <strong>Gesamt: {withTaxText(formatCents(cents), tax.text)}</strong>
            <span>Gebucht wird, sobald Sie im neuen Tab bezahlt haben.</span>
          </Stack>
        </ConfirmDialog>
      )}
    </>
  );
}
