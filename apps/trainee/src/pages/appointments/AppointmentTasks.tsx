import { useMemo, useState, type ReactNode } from 'react';
import type { Appointment } from '@nemus/data';
import { ConfirmDialog, Dialog, Text } from '@nemus/ui';
import { formatPeriod } from '../../appointments/parts';
import { useAppointmentChanges } from '../../appointments/useAppointmentChanges';
import { useDialogAddress } from '@nemus/area';
import { DIALOGS } from '../../paths';
import { AppointmentDetails } from './AppointmentDetails';
import { AppointmentTaskContext } from './appointment-tasks';
import { RatingDialog } from './RatingDialog';

interface Task {
  readonly kind: 'cancel' | 'rate';
  readonly appointmentId: string;
}

const CANCEL = {
  title: 'Termin absagen?',
  confirmLabel: 'Termin absagen',
  cancelLabel: 'Termin behalten',
} as const;
/** A waiting list position is no place to give up. */
const LEAVE_WAITLIST = {
  title: 'Warteliste verlassen?',
  confirmLabel: 'Warteliste verlassen',
  cancelLabel: 'Auf der Warteliste bleiben',
} as const;

/** The dialogs of the page: details by address, cancelling and rating by the buttons of cards and details. */
export function AppointmentTasks({
  appointments,
  now,
  children,
}: {
  /** Undefined while they are on their way. */
  appointments: readonly Appointment[] | undefined;
  now: number;
  children: ReactNode;
}) {
  const { openedId, close } = useDialogAddress(DIALOGS.appointment);
  const [task, setTask] = useState<Task | null>(null);
  const { cancel, rate } = useAppointmentChanges();
  const starter = useMemo(
    () => ({
      askToCancel: (appointmentId: string) => setTask({ kind: 'cancel', appointmentId }),
      openRating: (appointmentId: string) => setTask({ kind: 'rate', appointmentId }),
    }),
    [],
  );
  const find = (id: string | null | undefined) => appointments?.find((appointment) => appointment.id === id);
  const opened = find(openedId);
  const target = find(task?.appointmentId);
  const endTask = () => setTask(null);

  return (
    <AppointmentTaskContext.Provider value={starter}>
      {children}
      {opened && <AppointmentDetails appointment={opened} now={now} onClose={close} />}
      {openedId !== null && appointments !== undefined && opened === undefined && (
        <Dialog open onClose={close} title="Termin nicht gefunden" size="small">
          <Text tone="muted">Diesen Termin gibt es nicht, oder er gehört zu einem anderen Konto.</Text>
        </Dialog>
      )}
      {task?.kind === 'cancel' && target && (
        <ConfirmDialog
          open
          danger
          {...(target.status === 'waitlist' ? LEAVE_WAITLIST : CANCEL)}
          busy={cancel.isPending}
          onConfirm={() => cancel.mutate(target, { onSettled: endTask })}
          onCancel={endTask}
        >
          „{target.title}“ am {formatPeriod(target)}.{' '}
          {target.status === 'waitlist' ? 'Sie rücken dann nicht mehr nach.' : 'Ihr Platz wird sofort frei.'} Das lässt
          sich nicht rückgängig machen.
        </ConfirmDialog>
      )}
      {task?.kind === 'rate' && target && (
        <RatingDialog
          appointment={target}
          saving={rate.isPending}
          onSave={(stars, comment) => rate.mutate({ appointmentId: target.id, stars, comment }, { onSuccess: endTask })}
          onClose={endTask}
        />
      )}
    </AppointmentTaskContext.Provider>
  );
}
