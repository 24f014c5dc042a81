import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { Slot } from '@nemus/contract/react';
import { coursesQuery } from '@nemus/data';
import { Skeleton, SkeletonCards, Stack } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { ApprovalNotice, useApproved } from '../../approval/ApprovalNotice';
import { BookingForm } from './BookingForm';
import { Catalog } from './Catalog';
import { CreditLine } from './CreditLine';

/** Books a course: first which one, then for whom. Both steps have an address. */
export function BookCourse() {
  const client = useDataClient();
  const courses = useQuery(coursesQuery(client));
  const approved = useApproved();
  const [params] = useSearchParams();
  const courseId = params.get('kurs');
  const chosen = useMemo(() => courses.data?.find(({ id }) => id === courseId), [courses.data, courseId]);
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
      <QueryPart query={courses} title="Kurse im Katalog" loading={<SkeletonCards count={6} />}>
        {(all) =>
          chosen ? <BookingForm key={chosen.id} course={chosen} approved={approved} /> : <Catalog courses={all} />
        }
      </QueryPart>
    </Stack>
  );
}
