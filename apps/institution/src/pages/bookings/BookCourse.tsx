import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { Slot } from '@nemus/contract/react';
import { courseOfferQuery } from '@nemus/data';
import { Skeleton, SkeletonCards, Stack } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { ApprovalNotice, useApproved } from '../../approval/ApprovalNotice';
import { BookingForm } from './BookingForm';
import { Catalog } from './Catalog';
import { CreditLine } from './CreditLine';

/** Books a course: first which one, then for whom. Both steps have an address; a course that is not offered leads to the first. */
export function BookCourse() {
  const approved = useApproved();
  const [params] = useSearchParams();
  const courseId = params.get('kurs');
  return (
    <Stack gap={2.5}>
      {approved ? null : <ApprovalNotice />}
      {/* The purchase reads the balance too: beside it, both are one area's, which reads it once. */}
      {courseId !== null ? (
        <Slot
          name="credit-balance"
          props={{ variant: 'inline' }}
          loading={<Skeleton width="12rem" height={20} />}
          fallback={<CreditLine />}
        />
      ) : (
        <CreditLine />
      )}
      {courseId === null ? <Catalog /> : <ChosenCourse id={courseId} approved={approved} />}
    </Stack>
  );
}

function ChosenCourse({ id, approved }: { id: string; approved: boolean }) {
  const offer = useQuery(courseOfferQuery(useDataClient(), id));
  return (
    <QueryPart query={offer} title="Dieser Kurs" loading={<SkeletonCards count={2} min="100%" />}>
      {(found) =>
        found?.course.is_active ? <BookingForm key={id} course={found.course} approved={approved} /> : <Catalog />
      }
    </QueryPart>
  );
}
