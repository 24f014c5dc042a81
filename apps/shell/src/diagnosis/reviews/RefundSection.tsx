import { useCallback, useEffect, useState } from 'react';
import { EmptyState, ErrorCard, formatCents, formatDate, Section, Skeleton, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { usePortal } from '../../portal/portal-context';
import { readRefundReviews, type RefundReview } from './refund-reviews';

const REASONS: Readonly<Record<string, string>> = {
  already_enrolled: 'Kurs war schon vorhanden',
  course_gone: 'Kurs nicht mehr im Angebot',
  country_not_sold: 'Land ohne Verkauf',
  trainee_gone: 'Person nicht mehr verbunden',
  already_subscribed: 'Abonnement bestand schon',
  booking_cancelled: 'Buchung storniert',
};

const small = (text: string) => (
  <Text variant="caption" tone="muted">
    {text}
  </Text>
);

const COLUMNS: readonly Column<RefundReview>[] = [
  {
    key: 'purchase',
    header: 'Kauf',
    cell: ({ title, buyer, email, order_id: order }) => (
      <Stack gap={0}>
        {title}
        {small(`${buyer}, ${email}`)}
        {small(`Bestellung ${order}`)}
      </Stack>
    ),
  },
  { key: 'amount', header: 'Betrag', align: 'end', cell: ({ amount_cents: cents }) => formatCents(cents) },
  {
    key: 'reason',
    header: 'Grund',
    cell: ({ reason, people }) => (
      <Stack gap={0}>
        {REASONS[reason] ?? reason}
        {people === null ? null : small(people)}
      </Stack>
    ),
  },
  { key: 'since', header: 'Seit', cell: ({ created_at: since }) => formatDate(since) },
  {
    key: 'state',
    header: 'Stand',
    cell: ({ refunded_at: done, attempts, last_error: error }) => (
      <Stack gap={0} align="start">
        <StatusChip tone={done === null ? 'warning' : 'success'}>{done === null ? 'Offen' : 'Erstattet'}</StatusChip>
        {done === null && attempts > 0 ? small(`${attempts}-mal versucht, zuletzt: ${error ?? 'unbekannt'}`) : null}
      </Stack>
    ),
  },
];

/** For operators: payments that could not be granted, and were refunded automatically or will be. */
export function RefundSection() {
  const { client, telemetry } = usePortal();
  const [reviews, setReviews] = useState<readonly RefundReview[] | 'failed' | null>(null);
  const read = useCallback(
    () =>
      client()
        .then(readRefundReviews)
        .catch((error: unknown) => {
          telemetry.report({ name: 'refund-reviews-missing', message: String(error) });
          return 'failed' as const;
        }),
    [client, telemetry],
  );
  useEffect(() => {
    let left = false;
    void read().then((found) => {
      if (!left) setReviews(found);
    });
    return () => {
      left = true;
    };
  }, [read]);
  return (
    <Section
      title="Automatische Erstattungen"
      description="Was bezahlt wurde und nicht freigeschaltet werden konnte, geht ohne Zutun zurück. Offene versucht das Portal weiter; was Sie beim Zahlungsanbieter von Hand erstatten, wird übernommen."
    >
      {reviews === null ? <Skeleton width="100%" height={96} /> : null}
      {reviews === 'failed' ? (
        <ErrorCard
          title="Die Erstattungen konnten nicht gelesen werden"
          message="Der Server antwortet gerade nicht. Bitte versuchen Sie es in Kürze noch einmal."
          onRetry={() => void read().then(setReviews)}
        />
      ) : null}
      {reviews !== null && reviews !== 'failed' ? (
        <DataTable
          caption="Liste der automatischen Erstattungen"
          columns={COLUMNS}
          rows={reviews}
          rowKey={({ refund_id: id }) => id}
          empty={
            <EmptyState icon="euro" title="Keine automatischen Erstattungen">
              Was das Portal von selbst erstattet, weil eine Buchung nicht zustande kam, steht hier mit dem Grund.
            </EmptyState>
          }
        />
      ) : null}
    </Section>
  );
}
