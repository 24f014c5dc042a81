import { usePorts } from '@nemus/contract/react';
import type { Appointment } from '@nemus/data';
import { fileNameOf, saveFile, useAction } from '@nemus/area';
import { paths } from '../paths';

/** Saves appointments as a calendar file. The writer is fetched when it is first needed. */
export function useCalendarFile() {
  const { basePath, notify, supportEmail } = usePorts();
  return useAction({
    mutationFn: async (appointments: readonly Appointment[]) => {
      const { writeCalendar } = await import('./calendar-file');
      const base = `${window.location.origin}${basePath.replace(/\/$/, '')}`;
      return writeCalendar(appointments, { addressOf: (id) => `${base}${paths.appointment(id)}`, supportEmail });
    },
    onSuccess: (text, appointments) => {
      const [only, ...others] = appointments;
      const name = only && others.length === 0 ? fileNameOf(only.title) : 'nemus-termine';
      saveFile(`${name}.ics`, 'text/calendar;charset=utf-8', text);
    },
    onError: () =>
      notify({
        kind: 'error',
        title: 'Kalenderdatei nicht erstellt',
        description: 'Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
      }),
  });
}
