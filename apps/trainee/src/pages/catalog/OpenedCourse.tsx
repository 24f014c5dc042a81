import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, useDataClient, useDialogAddress } from '@nemus/area';
import { courseOfferQuery, type CataloguePage, type Course, type Enrollment } from '@nemus/data';
import { Dialog, formatUnits, SkeletonText, Stack, Text } from '@nemus/ui';
import { OwnCourse } from '../../courses/OwnCourse';
import { DIALOGS } from '../../paths';
import { CourseDetails } from './CourseDetails';

/** Shows the details of the course that the address names, above the list. */
export function OpenedCourse() {
  const { openedId, close } = useDialogAddress(DIALOGS.course);
  return openedId === null ? null : <Opened key={openedId} id={openedId} onClose={close} />;
}

function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const offer = useQuery(courseOfferQuery(useDataClient(), id));
  const title = useListedTitle(id);
  if (offer.data === undefined) {
    return (
      <Dialog open onClose={onClose} title={title ?? 'Kurs'}>
        <QueryPart query={offer} title="Dieser Kurs" loading={<SkeletonText lines={6} />}>
          {() => null}
        </QueryPart>
      </Dialog>
    );
  }
  if (offer.data === null) {
    return (
      <Dialog open onClose={onClose} title="Kurs nicht gefunden" size="small">
        <Text tone="muted">Diesen Kurs gibt es nicht oder nicht mehr im Katalog.</Text>
      </Dialog>
    );
  }
  const { course, enrollment } = offer.data;
  if (enrollment !== null && !course.is_active) {
    return <FormerCourse enrollment={enrollment} course={course} onClose={onClose} />;
  }
  return <CourseDetails offer={offer.data} onClose={onClose} />;
}

/** The title of a course that a loaded page lists. */
function useListedTitle(id: string): string | undefined {
  return useQueryClient()
    .getQueriesData<CataloguePage>({ queryKey: ['courses', 'page'] })
    .flatMap(([, page]) => [...(page?.courses ?? []), ...(page?.similar ?? [])])
    .find((card) => card.id === id)?.title;
}

/** A course that the account has and that is not offered any more. */
function FormerCourse({
  enrollment,
  course,
  onClose,
}: {
  enrollment: Enrollment;
  course: Course;
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
