import { Dialog, Text } from '@nemus/ui';
import { useDialogAddress } from '@nemus/area';
import { DIALOGS } from '../../paths';
import { CourseDetails } from './CourseDetails';
import type { CatalogEntry } from './course-filter';

/** Shows the details of the course that the address names, above the list. */
export function OpenedCourse({ catalog }: { catalog: readonly CatalogEntry[] }) {
  const { openedId, close } = useDialogAddress(DIALOGS.course);
  if (openedId === null) return null;
  const entry = catalog.find(({ course }) => course.id === openedId);
  if (entry) return <CourseDetails entry={entry} onClose={close} />;
  return (
    <Dialog open onClose={close} title="Kurs nicht gefunden" size="small">
      <Text tone="muted">Diesen Kurs gibt es nicht oder nicht mehr im Katalog.</Text>
    </Dialog>
  );
}
