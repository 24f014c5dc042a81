import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { learningProgressQuery, type BlockPosition, type LearningCourse } from '@nemus/data';
import { ButtonLink, EmptyState, SkeletonCard } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { PATHS } from '../../paths';
import { blockStates } from '../course/module-state';
import { BlockJourney } from './BlockJourney';
import { positionAfterReading } from './journey';

/** A block without media is read module by module, so its journey starts after the completed ones. */
export function ReadBlock({
  course,
  blockId,
  left,
}: {
  course: LearningCourse;
  blockId: string;
  left: BlockPosition | null;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const record = useQuery(learningProgressQuery(client, userId));
  return (
    <QueryPart query={record} title="Ihr Fortschritt" loading={<SkeletonCard lines={8} />}>
      {({ completedModules }) => {
        const state = blockStates(course, completedModules, true).find(({ block }) => block.id === blockId);
        if (!state) return null;
        if (state.access === 'later') {
          return (
            <EmptyState
              icon="lock"
              title="Dieser Block ist noch nicht an der Reihe"
              action={
                <ButtonLink component={Link} to={PATHS.course(course.id)} variant="primary">
                  Zurück zum Kurs
                </ButtonLink>
              }
            >
              Er öffnet sich, sobald die Module davor abgeschlossen sind.
            </EmptyState>
          );
        }
        return (
          <BlockJourney course={course} state={state} content={null} left={positionAfterReading(left, state.modules)} />
        );
      }}
    </QueryPart>
  );
}
