import { useDialogAddress } from '@nemus/area';
import type { Enrollment } from '@nemus/data';
import { Dialog, Text } from '@nemus/ui';
import { DIALOGS } from '../paths';
import { ChooseDateDialog } from './ChooseDateDialog';

/** Opens the dates of the course in the address, for accounts with the course. */
export function DateChoice({ enrollments }: { enrollments: readonly Enrollment[] | undefined }) {
  const { openedId, close } = useDialogAddress(DIALOGS.dates);
  if (openedId === null || enrollments === undefined) return null;
  const own = enrollments.find(({ course_id }) => course_id === openedId);
  if (own?.course?.has_dates === true && own.status !== 'completed') {
    return <ChooseDateDialog courseId={own.course_id} courseTitle={own.course.title} onClose={close} />;
  }
  return (
    <Dialog open onClose={close} title="Keine Termine zu wählen" size="small">
      <Text tone="muted">
        {own
          ? 'Zu diesem Kurs gibt es für Sie keinen Termin mehr zu wählen.'
          : 'Diesen Kurs haben Sie nicht gebucht, oder es gibt ihn nicht mehr.'}
      </Text>
    </Dialog>
  );
}
