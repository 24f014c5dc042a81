import { createContext, useContext } from 'react';

/** Requests of cards and details to the page about an appointment. */
export interface AppointmentTaskStarter {
  readonly askToCancel: (appointmentId: string) => void;
  readonly openRating: (appointmentId: string) => void;
}

export const AppointmentTaskContext = createContext<AppointmentTaskStarter | null>(null);

/** Starts a dialog of the page for an appointment. */
export function useAppointmentTasks(): AppointmentTaskStarter {
  const tasks = useContext(AppointmentTaskContext);
  if (!tasks) throw new Error('useAppointmentTasks() was called outside of <AppointmentTasks>.');
  return tasks;
}
