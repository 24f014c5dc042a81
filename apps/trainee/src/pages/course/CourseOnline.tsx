import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { learningCoursesQuery, type Course } from '@nemus/data';
import { Card, formatCount, formatUnits, Stack, Text } from '@nemus/ui';

/** The e-learning course of a seminar; nothing without one, or while unknown. */
export function CourseOnline({ course }: { course: Course }) {
  const { data: courses } = useQuery(learningCoursesQuery(useDataClient()));
  const online = courses?.find(({ seminar }) => seminar?.id === course.id);
  if (!online) return null;
  return (
    <Card
      as="div"
      level={2}
      title="E-Learning, das dazugehört"
      subtitle={`${online.title} · ${formatUnits(online.units)}`}
    >
      <Stack gap={1.5}>
        {online.learning_goal !== '' && <Text>{online.learning_goal}</Text>}
        <Stack as="ul" gap={0.5} sx={{ margin: 0, paddingInlineStart: 2.5 }}>
          {online.blocks.map(({ id, title }) => (
            <Text as="li" key={id}>
              {title} ({formatCount(online.modules.filter(({ block_id }) => block_id === id).length, 'Modul', 'Module')}
              )
            </Text>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
