import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { Slot, useSession } from '@nemus/contract/react';
import { coursesQuery, creditBalanceQuery } from '@nemus/data';
import { Row, Skeleton, SkeletonCards, Stack, Text } from '@nemus/ui';
import { useSearchParams } from 'react-router-dom';
import { ApprovalNotice, useApproved } from '../../approval/ApprovalNotice';
import { BookingForm } from './BookingForm';
import { Catalog } from './Catalog';

/** Books a course: first which one, then for whom. Both steps have an address. */
export function BookCourse() {
  const client = useDataClient();
  const { userId } = useSession();
  const courses = useQuery(coursesQuery(client));
  const balance = useQuery(creditBalanceQuery(client, userId));
  const approved = useApproved();
  const [params] = useSearchParams();
  const courseId = params.get('kurs');
  const chosen = useMemo(() => courses.data?.find(({ id }) => id === courseId), [courses.data, courseId]);
  const credits = balance.data?.available_credits ?? 0;
  return (
    <Stack gap={2.5}>
      {approved ? null : <ApprovalNotice />}
      <Row justify="between">
        <Slot
          name="credit-balance"
          props={{ variant: 'inline' }}
          loading={<Skeleton width="12rem" height={20} />}
          fallback={<Text variant="small">Verfügbare Credits: {credits}</Text>}
        />
      </Row>
      <QueryPart query={courses} title="Kurse im Katalog" loading={<SkeletonCards count={6} />}>
        {(all) =>
          chosen ? (
            <BookingForm key={chosen.id} course={chosen} approved={approved} />
          ) : (
            <Catalog courses={all} credits={credits} />
          )
        }
      </QueryPart>
    </Stack>
  );
}
