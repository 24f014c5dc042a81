import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Appointment } from '@nemus/data';
import { isDay, Tabs } from '@nemus/ui';
import { AppointmentCalendar } from './AppointmentCalendar';

const VIEWS = [
  { value: 'liste', label: 'Liste' },
  { value: 'woche', label: 'Woche' },
  { value: 'monat', label: 'Monat' },
] as const;

/** The appointments as a list, a week or a month. View and day are in the address. */
export function AppointmentViews({
  appointments,
  now,
  children,
}: {
  appointments: readonly Appointment[];
  now: number;
  /** The list. */
  children: ReactNode;
}) {
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find(({ value }) => value === params.get('ansicht'))?.value ?? 'liste';
  const day = params.get('tag') ?? '';
  const change = (changed: Readonly<Record<string, string>>) =>
    setParams(
      (known) => {
        const next = new URLSearchParams(known);
        for (const [name, value] of Object.entries(changed)) {
          if (value === '') next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return (
    <Tabs
      label="Ansicht"
      items={VIEWS}
      value={view}
      onChange={(chosen) => change({ ansicht: chosen === 'liste' ? '' : chosen })}
    >
      {view === 'liste' ? (
        children
      ) : (
        <AppointmentCalendar
          appointments={appointments}
          now={now}
          unit={view}
          day={isDay(day) ? day : ''}
          onDay={(tag) => change({ tag })}
        />
      )}
    </Tabs>
  );
}
