import { useDialogAddress } from '@nemus/area';
import type { Enrollment } from '@nemus/data';
import { Dialog, formatUnits, Stack, Text } from '@nemus/ui';
import { DIALOGS } from '../../paths';
import { CourseDetails } from './CourseDetails';
import type { CatalogEntry } from './course-filter';
import { OwnCourse } from '../../courses/OwnCourse';

/** Shows the details of the course that the address names, above the list. */
export function OpenedCourse({
  catalog,
  enrollments,
}: {
  catalog: readonly CatalogEntry[];
  enrollments: readonly Enrollment[];
}) {
  const { openedId, close } = useDialogAddress(DIALOGS.course);
  if (openedId === null) return null;
  const entry = catalog.find(({ course }) => course.id === openedId);
  if (entry) return <CourseDetails entry={entry} onClose={close} />;
  const own = enrollments.find(({ course_id }) => course_id === openedId);
  if (own?.course) return <FormerCourse enrollment={own} course={own.course} onClose={close} />;
  return (
    <Dialog open onClose={close} title="Kurs nicht gefunden" size="small">
      <Text tone="muted">Diesen Kurs gibt es nicht oder nicht mehr im Katalog.</Text>
    </Dialog>
  );
}

/** A course that the account has and that is not offered any more. */
function FormerCourse({
  enrollment,
  course,
  onClose,
}: {
  enrollment: Enrollment;
  course: NonNullable<Enrollment['course']>;
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title={course.title}>
      <Stack gap={2.5}>
        <OwnCourse enrollment={enrollment} />
        <Text tone="muted">
          Dieser Kurs ({formatUnits(course.duration_hours)}) wird im Katalog nicht mehr angeboten. Ihr Zugang bleibt.
        </Text>
      </Stack>
    </Dialog>
  );
}
