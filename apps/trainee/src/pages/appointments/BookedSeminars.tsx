import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { endSentence, type BookedSeminar } from '@nemus/data';
import { ButtonLink, Card, CardGrid, formatDays, Section, SkeletonRows, StatusChip, Text, type Tone } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { formatPeriod } from '../../appointments/parts';
import { paths } from '../../paths';

const STATUS: Readonly<Record<BookedSeminar['status'], { readonly label: string; readonly tone: Tone }>> = {
  confirmed: { label: 'Gebucht', tone: 'success' },
  completed: { label: 'Abgeschlossen', tone: 'neutral' },
  cancelled: { label: 'Abgesagt', tone: 'error' },
};

/** Bookings by institutions for the account: course, time, and institution. Nothing without any. */
export function BookedSeminars({ query }: { query: UseQueryResult<readonly BookedSeminar[]> }) {
  return (
    <QueryPart query={query} title="Für Sie gebuchte Kurse" loading={<SkeletonRows count={1} />}>
      {(seminars) =>
        seminars.length > 0 && (
          <Section title="Für Sie gebucht">
            <CardGrid min="20rem" label="Für Sie gebucht">
              {seminars.map((seminar) => (
                <SeminarCard key={seminar.booking_id} seminar={seminar} />
              ))}
            </CardGrid>
          </Section>
        )
      }
    </QueryPart>
  );
}

function SeminarCard({ seminar }: { seminar: BookedSeminar }) {
  const { label, tone } = STATUS[seminar.status];
  const by = seminar.institution_name ?? 'Ihrer Weiterbildungsstätte';
  return (
    <Card
      as="li"
      title={seminar.course_name}
      aside={<StatusChip tone={tone}>{label}</StatusChip>}
      footer={
        seminar.status === 'cancelled' ? undefined : (
          <ButtonLink
            component={Link}
            to={paths.course(seminar.course_id)}
            size="small"
            iconEnd="arrow-right"
            aria-label={`Zum Kurs: ${seminar.course_name}`}
          >
            Zum Kurs
          </ButtonLink>
        )
      }
    >
      <Text variant="small" numeric>
        {whenOf(seminar)}
      </Text>
      <Text variant="small" tone="muted">
        {seminar.status === 'cancelled'
          ? `Abgesagt von ${endSentence(by)} Ihr Platz besteht nicht mehr.`
          : `Gebucht von ${by}`}
      </Text>
    </Card>
  );
}

/** The date that was chosen; of a course without dates the days of the booking. */
function whenOf({ has_dates, date, start_date, end_date, status }: BookedSeminar): string {
  if (!has_dates) return formatDays(start_date, end_date);
  if (status === 'cancelled') return 'Ohne Termin';
  if (date === null) return 'Noch kein Termin gewählt';
  return date.status === 'waitlist' ? `Warteliste für ${formatPeriod(date)}` : formatPeriod(date);
}
