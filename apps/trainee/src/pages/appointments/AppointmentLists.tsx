import { useState } from 'react';
import type { Appointment } from '@nemus/data';
import { Button, ButtonLink, EmptyState, Row, Section, Stack } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { AppointmentCard } from './AppointmentCard';

/** Number of past appointments before "show more". */
const PAST_SHOWN = 10;

/** The two lists, or what to do without any. */
export function AppointmentLists({
  upcoming,
  calledOff,
  past,
  now,
}: {
  upcoming: readonly Appointment[];
  /** Cancelled, and their day has not passed. */
  calledOff: readonly Appointment[];
  past: readonly Appointment[];
  now: number;
}) {
  const [shown, setShown] = useState(PAST_SHOWN);
  if (upcoming.length === 0 && calledOff.length === 0 && past.length === 0) {
    return (
      <EmptyState icon="appointments" title="Noch keine Termine" action={<ToCatalog primary />}>
        Sobald Sie für ein Seminar, eine Sprechstunde oder eine Supervision angemeldet sind, steht der Termin hier.
      </EmptyState>
    );
  }
  return (
    <Stack gap={4}>
      <Section title="Kommende Termine">
        {upcoming.length === 0 ? (
          <EmptyState icon="appointments" title="Keine kommenden Termine" action={<ToCatalog />}>
            Den Termin eines gebuchten Kurses wählen Sie im Seminarkatalog; danach steht er hier und lässt sich in Ihren
            Kalender übernehmen.
          </EmptyState>
        ) : (
          <AppointmentList appointments={upcoming} now={now} />
        )}
      </Section>
      {calledOff.length > 0 && (
        <Section title="Abgesagte Termine">
          <AppointmentList appointments={calledOff} now={now} />
        </Section>
      )}
      {past.length > 0 && (
        <Section title="Vergangene Termine">
          <AppointmentList appointments={past.slice(0, shown)} now={now} />
          {past.length > shown && (
            <Row justify="center">
              <Button icon="chevron-down" onClick={() => setShown(shown + PAST_SHOWN)}>
                Weitere Termine anzeigen
              </Button>
            </Row>
          )}
        </Section>
      )}
    </Stack>
  );
}

function AppointmentList({ appointments, now }: { appointments: readonly Appointment[]; now: number }) {
  return (
    <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {appointments.map((appointment) => (
        <AppointmentCard key={appointment.id} appointment={appointment} now={now} />
      ))}
    </Stack>
  );
}

function ToCatalog({ primary = false }: { primary?: boolean }) {
  return (
    <ButtonLink component={Link} to={paths.catalog} variant={primary ? 'primary' : 'secondary'} icon="catalog">
      Seminarkatalog öffnen
    </ButtonLink>
  );
}
