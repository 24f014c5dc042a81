import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { leaderboardQuery, learningProgressQuery, standIn, type LearningCourse } from '@nemus/data';
import {
  ButtonLink,
  Card,
  DefinitionList,
  formatCount,
  Link as TextLink,
  ProgressBar,
  Row,
  Stack,
  Text,
} from '@nemus/ui';
import { Link } from 'react-router-dom';
import type { BlockSummary } from '../../content/block';
import { PATHS } from '../../paths';
import { blockStates, countCompleted } from '../course/module-state';
import { useOverview } from '../course/useOverview';
import { describeEnd } from './end-of-block';
import type { Journey } from './journey';

/** The end of a block: the result, the open modules, and the next step. */
export function CompletedStep({
  course,
  blockId,
  summary,
  journey,
}: {
  course: LearningCourse;
  blockId: string;
  summary: BlockSummary | null;
  journey: Journey;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const overview = useOverview();
  // Both are optional: the page works without them when they cannot be loaded.
  const record = useQuery(learningProgressQuery(client, userId));
  const hasQuiz = journey.some(({ id }) => id === 'quiz');
  const board = useQuery({ ...leaderboardQuery(client, course.id, blockId), enabled: hasQuiz });
  const own = board.data?.find(({ is_own }) => is_own);
  const completed = record.data?.completedModules;
  const state = blockStates(course, completed ?? new Set(), true).find(({ block }) => block.id === blockId);
  if (!state) return null;
  const { block, letter, modules } = state;
  const open = completed && modules.length - countCompleted(state);
  const stand = record.data && standIn(record.data.progress, course.id);
  const title = hasQuiz && open !== 0 ? `Das Quiz von Block ${letter}` : `Block ${letter}`;
  return (
    <Card title={`${title} ist geschafft`} level={2}>
      <Stack gap={2.5}>
        <Text>
          {describeEnd({
            state: completed ? state : null,
            title: block.title,
            hasQuiz,
            best: own ?? null,
            summary,
          })}
        </Text>
        <DefinitionList
          items={[
            ...(own
              ? [
                  {
                    term: 'In der Bestenliste',
                    value: `${own.score} von ${own.total_questions} richtig, Platz ${own.rank}`,
                  },
                ]
              : []),
            ...(open === undefined
              ? []
              : [
                  {
                    term: 'Module des Blocks',
                    value: `${countCompleted(state)} von ${modules.length} abgeschlossen`,
                  },
                ]),
          ]}
        />
        {stand ? <ProgressBar label="Fortschritt im Kurs" value={stand.progress_percentage} /> : null}
        <Stack gap={0.5}>
          <Text as="h3" variant="subheading">
            Wie es weitergeht
          </Text>
          {open ? (
            <Text>
              Auf der Kursseite {open === 1 ? 'ist' : 'sind'} noch {formatCount(open, 'Modul', 'Module')} dieses Blocks
              offen.
            </Text>
          ) : null}
          <NextBlock
            course={course}
            blockId={block.id}
            completed={completed ?? new Set()}
            done={stand?.status === 'completed'}
          />
          <Text tone="muted">
            Noch einmal ansehen:{' '}
            {journey.slice(0, -1).map(({ id, label }, index) => (
              <span key={id}>
                {index === 0 ? null : ' · '}
                <TextLink component={Link} to={PATHS.block(course.id, block.id, id)}>
                  {label}
                </TextLink>
              </span>
            ))}
          </Text>
        </Stack>
        <Row gap={1}>
          <ButtonLink variant="primary" component={Link} to={PATHS.course(course.id)}>
            Zurück zum Kurs
          </ButtonLink>
          <ButtonLink component={Link} to={overview.to}>
            {overview.name}
          </ButtonLink>
        </Row>
      </Stack>
    </Card>
  );
}

/** The next block: a link when it is open, otherwise when it will be. */
function NextBlock({
  course,
  blockId,
  completed,
  done,
}: {
  course: LearningCourse;
  blockId: string;
  completed: ReadonlySet<string>;
  /** The whole course is completed. */
  done: boolean;
}) {
  // The profile, which has the certificates, is a page of trainees only.
  const isTrainee = useSession().profile?.userType !== 'institution';
  const states = blockStates(course, completed, true);
  const next = states[states.findIndex(({ block }) => block.id === blockId) + 1];
  if (!next) {
    if (!done) return <Text>Das war der letzte Block dieses Kurses.</Text>;
    return (
      <Text>
        Damit haben Sie den Kurs abgeschlossen.
        {isTrainee ? (
          <>
            {' '}
            Ihr Zertifikat steht im{' '}
            <TextLink component={Link} to="/profile">
              Profil
            </TextLink>
            .
          </>
        ) : null}
      </Text>
    );
  }
  const name = `Block ${next.letter}: ${next.block.title}`;
  if (next.access === 'open') {
    return (
      <Text>
        Als Nächstes folgt{' '}
        <TextLink component={Link} to={PATHS.block(course.id, next.block.id)}>
          {name}
        </TextLink>
        .
      </Text>
    );
  }
  return (
    <Text>
      Als Nächstes folgt {name}.{' '}
      {next.access === 'later'
        ? 'Der Block öffnet sich, sobald die Module davor abgeschlossen sind.'
        : 'Sobald der Block freigegeben ist, finden Sie ihn auf der Kursseite.'}
    </Text>
  );
}
