import { pageReads, QueryPart } from '@nemus/area';
import { learningCoursesQuery } from '@nemus/data';
import { Page, SkeletonCard, Stack, Text } from '@nemus/ui';

export const { reads, usePageReads } = pageReads(({ client }) => ({ courses: learningCoursesQuery(client) }));

/** All courses. Their rows are requested while this code is still loading. */
export default function CoursesPage() {
  const { courses } = usePageReads();
  return (
    <Page title="Kurse">
      <QueryPart query={courses} title="Kurse" loading={<SkeletonCard lines={6} />}>
        {(list) => (
          <Stack gap={1}>
            {list.map(({ id, title }) => (
              <Text key={id}>{title}</Text>
            ))}
          </Stack>
        )}
      </QueryPart>
    </Page>
  );
}
