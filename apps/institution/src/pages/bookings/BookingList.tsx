import type { ReactNode } from 'react';
import type { Booking } from '@nemus/data';
import {
  ButtonLink,
  Card,
  CardGrid,
  DefinitionList,
  formatCents,
  formatCount,
  formatNumber,
  formatUnits,
  Pagination,
  ProgressBar,
  SampleChip,
  Stack,
  StatusChip,
} from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { useDialogAddress } from '@nemus/area';
import { BOOKING_LABELS, formatPeriod } from '../../bookings/booking-labels';

const PAGE_SIZE = 24;

/** Bookings as cards, a page at a time. */
export function BookingList({
  bookings,
  label,
  empty,
}: {
  bookings: readonly Booking[];
  label: string;
  empty: ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const pages = Math.max(1, Math.ceil(bookings.length / PAGE_SIZE));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(params.get('seite'))) || 1));
  if (bookings.length === 0) return <>{empty}</>;
  return (
    <Stack gap={2}>
      <CardGrid min="22rem" label={label}>
        {bookings.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((booking) => (
          <BookingCard key={booking.id} booking={booking} />
        ))}
      </CardGrid>
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={bookings.length}
        onChange={(next) =>
          setParams((current) => {
            const changed = new URLSearchParams(current);
            changed.set('seite', String(next));
            return changed;
          })
        }
      />
    </Stack>
  );
}

function BookingCard({ booking }: { booking: Booking }) {
  const { linkTo } = useDialogAddress('buchung');
  const status = BOOKING_LABELS[booking.status];
  return (
    <Card
      as="li"
      level={2}
      title={booking.course_name}
      aside={
        <>
          {booking.origin === 'sample' && <SampleChip />}
          <StatusChip tone={status.tone}>{status.text}</StatusChip>
        </>
      }
      footer={
        <ButtonLink
          component={Link}
          {...linkTo(booking.id)}
          variant="secondary"
          aria-label={`Details: ${booking.course_name}`}
        >
          Details
        </ButtonLink>
      }
    >
      <DefinitionList dense items={bookingFacts(booking)} />
      {booking.status !== 'cancelled' && <ProgressBar label="Abschluss" value={booking.completion_rate} />}
    </Card>
  );
}

/** Facts of a booking, in its card and details. */
export function bookingFacts(booking: Booking) {
  return [
    booking.has_dates
      ? { term: 'Termin', value: 'Wählt jede Person selbst' }
      : { term: 'Zeitraum', value: formatPeriod(booking) },
    {
      term: 'Teilnehmende',
      value: `${formatNumber(booking.participants)} von ${formatCount(booking.max_participants, 'Platz', 'Plätzen')}`,
    },
    { term: 'Umfang', value: formatUnits(booking.total_hours) },
    {
      term: 'Kosten',
      value: `${
        booking.credits_spent > 0 ? `${formatNumber(booking.credits_spent)} Credits` : formatCents(booking.price_cents)
      }${booking.status === 'cancelled' ? ', zurückgegeben' : ''}`,
    },
  ];
}
