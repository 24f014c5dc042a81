import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { traineeBookingsQuery, type TraineeBooking } from '@nemus/data';
import { ButtonLink, EmptyState, formatPercent, MISSING, Section, SkeletonRows, StatusChip } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link } from 'react-router-dom';
import { BOOKING_LABELS, formatPeriod } from '../../bookings/booking-labels';
import { dateWords } from '../../bookings/date-words';
import { paths } from '../../paths';

const COLUMNS: readonly Column<TraineeBooking>[] = [
  { key: 'course', header: 'Kurs', cell: ({ booking }) => booking.course_name },
  {
    key: 'dates',
    header: 'Zeitraum oder Termin',
    cell: ({ booking, place }) => (booking.has_dates ? dateWords(place?.date ?? null) : formatPeriod(booking)),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ booking }) => (
      <StatusChip tone={BOOKING_LABELS[booking.status].tone}>{BOOKING_LABELS[booking.status].text}</StatusChip>
    ),
  },
  {
    key: 'progress',
    header: 'Fortschritt',
    align: 'end',
    cell: ({ place }) => (place === null ? MISSING : formatPercent(place.progress_percentage)),
  },
];

/** The courses that a trainee is booked into. */
export function TraineeBookings({ traineeId }: { traineeId: string }) {
  const query = useQuery(traineeBookingsQuery(useDataClient(), traineeId));
  return (
    <Section title="Kursbuchungen">
      <QueryPart query={query} title="Kursbuchungen der PiW" loading={<SkeletonRows count={3} />}>
        {(bookings) => (
          <DataTable
            caption="Kursbuchungen der PiW"
            columns={COLUMNS}
            rows={bookings}
            rowKey={({ booking }) => booking.id}
            empty={
              <EmptyState
                icon="bookings"
                title="Noch keine Kursbuchung"
                action={
                  <ButtonLink component={Link} to={paths.bookCourse}>
                    Kurs buchen
                  </ButtonLink>
                }
              >
                Gebuchte Kurse dieser Person stehen hier.
              </EmptyState>
            }
          />
        )}
      </QueryPart>
    </Section>
  );
}
