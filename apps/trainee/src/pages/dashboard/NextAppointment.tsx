import { useCallback } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { partName, type Appointment } from '@nemus/data';
import { ButtonLink, Link as UiLink, Row, SampleChip, Section, SkeletonRows, Stack, Surface, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { nextAppointment, nextChange } from '../../appointments/appointment-state';
import { formatPeriod, partAt } from '../../appointments/parts';
import { DateBlock } from '../../appointments/DateBlock';
import { JoinButton } from '../../appointments/JoinButton';
import { useNow } from '../../appointments/useNow';
import { paths } from '../../paths';

const NONE: readonly Appointment[] = [];

/** The next appointment with a place, with the way into it. */
export function NextAppointment({ query }: { query: UseQueryResult<Appointment[]> }) {
  const appointments = query.data ?? NONE;
  const now = useNow(useCallback((time: number) => nextChange(appointments, time), [appointments]));
  return (
    <Section
      title="Nächster Termin"
      actions={
        <UiLink component={Link} to={paths.appointments}>
          Alle Termine
        </UiLink>
      }
    >
      <QueryPart query={query} title="Ihr nächster Termin" loading={<SkeletonRows count={1} height={210} />}>
        {(rows) => {
          const next = nextAppointment(rows, now);
          return <Surface>{next === null ? <NoAppointment /> : <Appointment appointment={next} now={now} />}</Surface>;
        }}
      </QueryPart>
    </Section>
  );
}

function Appointment({ appointment, now }: { appointment: Appointment; now: number }) {
  return (
    <Row align="start" gap={2} wrap={false}>
      <DateBlock moment={partAt(appointment, now).starts_at} />
      <Stack gap={1.5} align="start" sx={{ flex: 1 }}>
        <Stack gap={0.25}>
          <Text strong>{appointment.title}</Text>
          <Text variant="small" tone="muted" numeric>
            {appointment.parts === null ? formatPeriod(appointment) : nextPart(appointment, now)}
          </Text>
          <Text variant="small" tone="muted">
            {[appointment.format, appointment.location].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        {appointment.is_sample && <SampleChip />}
        <Row align="start">
          <JoinButton appointment={appointment} now={now} />
          <ButtonLink
            component={Link}
            to={paths.appointment(appointment.id)}
            size="small"
            aria-label={`Details: ${appointment.title}`}
          >
            Details
          </ButtonLink>
        </Row>
      </Stack>
    </Row>
  );
}

/** The part that runs or comes next: "Teil 2 von 3: 01.03.2027, 18:00 – 21:00 Uhr". */
function nextPart(appointment: Appointment, now: number): string {
  const parts = appointment.parts ?? [];
  const next = partAt(appointment, now);
  const place = parts.findIndex(({ starts_at }) => starts_at === next.starts_at);
  return `${partName({ title: '' }, place, parts.length)}: ${formatPeriod(next)}`;
}

function NoAppointment() {
  return <Text tone="muted">Gerade steht kein Termin an.</Text>;
}
