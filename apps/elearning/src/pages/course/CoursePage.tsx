import { useQuery } from '@tanstack/react-query';
import { QueryPart, SampleNotice, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { learningCoursesQuery, learningProgressQuery, standIn, type LearningCourse } from '@nemus/data';
import {
  ButtonLink,
  Card,
  Chip,
  formatUnits,
  Page,
  ProgressBar,
  Row,
  SampleChip,
  Section,
  SkeletonCards,
  Stack,
  Text,
} from '@nemus/ui';
import { Link, useParams } from 'react-router-dom';
import { BlockCard } from './BlockCard';
import { CourseAccess } from './CourseAccess';
import { CourseNotFound } from './CourseNotFound';
import { CoursePurchase } from './CoursePurchase';
import { findCourse } from './find-course';
import { blockStates } from './module-state';
import { useOverview } from './useOverview';

/** One course: the learner's progress, the goal, and its blocks. */
export default function CoursePage() {
  const { courseId } = useParams();
  const client = useDataClient();
  const courses = useQuery(learningCoursesQuery(client));
  if (courses.data === undefined) {
    return (
      <Page title="Kurs">
        <QueryPart query={courses} title="Dieser Kurs" loading={<SkeletonCards count={4} />}>
          {() => null}
        </QueryPart>
      </Page>
    );
  }
  const course = findCourse(courses.data, courseId);
  return course === null ? <CourseNotFound /> : <Course course={course} />;
}

function Course({ course }: { course: LearningCourse }) {
  const client = useDataClient();
  const { userId } = useSession();
  const record = useQuery(learningProgressQuery(client, userId));
  const overview = useOverview();
  const isSample = record.data !== undefined && standIn(record.data.progress, course.id).is_sample;
  return (
    <Page
      title={course.title}
      intro={course.description}
      above={
        <Text as="span">
          <ButtonLink component={Link} to={overview.to} variant="quiet" size="small" icon="arrow-left">
            {overview.back}
          </ButtonLink>
        </Text>
      }
    >
      <SampleNotice shown={isSample} />
      <QueryPart query={record} title="Ihr Fortschritt" loading={<SkeletonCards count={4} />}>
        {({ progress, completedModules }) => (
          <CourseAccess course={course}>
            {(mayLearn) => (
              <>
                <Card as="div">
                  <Row gap={0.75}>
                    <Chip icon="clock">{formatUnits(course.units)}</Chip>
                    <Chip>{course.difficulty}</Chip>
                    {isSample && <SampleChip />}
                  </Row>
                  <ProgressBar label="Fortschritt im Kurs" value={standIn(progress, course.id).progress_percentage} />
                  {course.learning_goal !== '' && (
                    <Stack gap={0.5}>
                      <Text as="h2" variant="subheading">
                        Lernziel
                      </Text>
                      <Text tone="muted">{course.learning_goal}</Text>
                    </Stack>
                  )}
                </Card>
                {mayLearn || course.seminar === null ? null : (
                  <Card title="Premium-Kurs" level={2} subtitle="Nach dem Kauf öffnen sich alle Module und das Quiz.">
                    <CoursePurchase seminar={course.seminar} />
                  </Card>
                )}
                <Section title="Blöcke">
                  <Stack as="ul" gap={2} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                    {blockStates(course, completedModules, mayLearn).map((state) => (
                      <BlockCard key={state.block.id} courseId={course.id} state={state} />
                    ))}
                  </Stack>
                </Section>
              </>
            )}
          </CourseAccess>
        )}
      </QueryPart>
    </Page>
  );
}
