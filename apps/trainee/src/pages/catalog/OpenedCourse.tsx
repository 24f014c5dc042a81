import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, useDataClient, useDialogAddress } from '@nemus/area';
import { WithSavedDate } from '@nemus/area/catalogue';
import { courseOfferQuery, type CataloguePage, type CourseOffer } from '@nemus/data';
import { Dialog, formatUnits, SkeletonText, Stack, Text } from '@nemus/ui';
import { OwnCourse } from '../../courses/OwnCourse';
import { PurchaseButtons } from '../../courses/PurchaseButtons';
import { DIALOGS } from '../../paths';
import { CourseDetails } from './CourseDetails';

/** Shows the details of the course that the address names, above the list. */
export function OpenedCourse() {
  const { openedId, close } = useDialogAddress(DIALOGS.course);
  return openedId === null ? null : <Opened key={openedId} id={openedId} onClose={close} />;
}

function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const offer = useQuery(courseOfferQuery(useDataClient(), id));
  const listed = useListedTitle(id);
  const isGone = offer.data === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={isGone ? 'Kurs nicht gefunden' : (offer.data?.course.title ?? listed ?? 'Kurs')}
      actions={offer.data && offer.data.enrollment === null ? <Purchase offer={offer.data} /> : undefined}
    >
      <QueryPart query={offer} title="Dieser Kurs" loading={<SkeletonText lines={6} />}>
        {(found) =>
          found === null ? (
            <Text tone="muted">Diesen Kurs gibt es nicht oder nicht mehr im Katalog.</Text>
          ) : found.enrollment !== null && !found.course.is_active ? (
            <FormerCourse course={found.course} enrollment={found.enrollment} />
          ) : (
            <CourseDetails offer={found} />
          )
        }
      </QueryPart>
    </Dialog>
  );
}

/** The title of a course that a loaded page lists. */
function useListedTitle(id: string): string | undefined {
  return useQueryClient()
    .getQueriesData<CataloguePage>({ queryKey: ['courses', 'page'] })
    .flatMap(([, page]) => [...(page?.courses ?? []), ...(page?.similar ?? [])])
    .find((card) => card.id === id)?.title;
}

function Purchase({ offer: { course, is_buyable: isBuyable, is_asked: isAsked } }: { offer: CourseOffer }) {
  return (
    <WithSavedDate courseId={course.id}>
      <PurchaseButtons course={course} isBuyable={isBuyable} isAsked={isAsked} />
    </WithSavedDate>
  );
}

/** A course that the account has and that is not offered any more. */
function FormerCourse({
  enrollment,
  course,
}: {
  enrollment: NonNullable<CourseOffer['enrollment']>;
  course: CourseOffer['course'];
}) {
  return (
    <Stack gap={2.5}>
      <OwnCourse enrollment={enrollment} />
      <Text tone="muted">
        Dieser Kurs ({formatUnits(course.duration_hours)}) wird im Katalog nicht mehr angeboten. Ihr Zugang bleibt.
      </Text>
    </Stack>
  );
}
