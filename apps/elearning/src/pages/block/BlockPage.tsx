import { useQuery } from '@tanstack/react-query';
import { AreaNotFound, QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { blockPositionQuery, learningCoursesQuery } from '@nemus/data';
import { ButtonLink, Page, SkeletonCard, Text } from '@nemus/ui';
import { Link, Navigate, useParams } from 'react-router-dom';
import { loadContent } from '../../content/block-content';
import { PATHS } from '../../paths';
import { CourseAccess } from '../course/CourseAccess';
import { CourseNotFound } from '../course/CourseNotFound';
import { findCourse } from '../course/find-course';
import { blockStates } from '../course/module-state';
import { BlockJourney } from './BlockJourney';
import { ReadBlock } from './ReadBlock';

/** The journey through a block: comic, video, summary, quiz, leaderboard, completed. */
export default function BlockPage() {
  const { courseId = '', blockId = '' } = useParams();
  const client = useDataClient();
  const { userId } = useSession();
  const courses = useQuery(learningCoursesQuery(client));
  // Read once per visit: while the page is open, the page itself knows where the learner is.
  const position = useQuery({ ...blockPositionQuery(client, userId, courseId, blockId), staleTime: Infinity });
  const content = useQuery({
    queryKey: ['block-content', courseId, blockId],
    queryFn: () => loadContent(courseId, blockId),
    staleTime: Infinity,
  });
  const course = courses.data && findCourse(courses.data, courseId);
  if (course === null) return <CourseNotFound />;
  const state = course && blockStates(course, new Set(), true).find(({ block }) => block.id === blockId);
  // Whether the modules before it are completed, a block that is read finds out itself.
  if (course && state?.access !== 'open' && state?.access !== 'later') return <AreaNotFound />;
  return (
    <Page
      title={state ? `Block ${state.letter}: ${state.block.title}` : 'Block'}
      width="narrow"
      above={
        // A button does not break words; this one contains a title, which may be one long word.
        <Text as="span" sx={{ overflowWrap: 'anywhere' }}>
          <ButtonLink component={Link} to={PATHS.course(courseId)} variant="quiet" size="small" icon="arrow-left">
            {course?.title ?? 'Zum Kurs'}
          </ButtonLink>
        </Text>
      }
    >
      <QueryPart query={courses} title="Dieser Block" loading={<SkeletonCard lines={8} />}>
        {() => (
          <QueryPart query={position} title="Ihr Fortschritt" loading={<SkeletonCard lines={8} />}>
            {(left) => (
              <QueryPart query={content} title="Dieser Block" loading={<SkeletonCard lines={8} />}>
                {(media) =>
                  course && state ? (
                    <CourseAccess course={course}>
                      {(mayLearn) =>
                        !mayLearn ? (
                          // The course page is where it can be bought.
                          <Navigate to={PATHS.course(courseId)} replace />
                        ) : media === null ? (
                          <ReadBlock key={`${courseId}/${blockId}`} course={course} blockId={blockId} left={left} />
                        ) : (
                          <BlockJourney
                            key={`${courseId}/${blockId}`}
                            course={course}
                            state={state}
                            content={media}
                            left={left}
                          />
                        )
                      }
                    </CourseAccess>
                  ) : null
                }
              </QueryPart>
            )}
          </QueryPart>
        )}
      </QueryPart>
    </Page>
  );
}
