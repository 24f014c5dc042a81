import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { leaderboardQuery, learningProgressQuery, type LearningCourse } from '@nemus/data';
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
import type { BlockSummary } from '../../content/block-content';
import { PATHS } from '../../paths';
import { blockStates, shareOf, type BlockState } from '../course/module-state';
import { useOverview } from '../course/useOverview';
import type { Journey } from './journey';

/** The end of a block's journey: what was achieved, which modules are still open, and what comes next. */
export function CompletedStep({
  course,
  state: { block, letter, modules },
  summary,
  journey,
}: {
  course: LearningCourse;
  state: BlockState;
  summary: BlockSummary | null;
  journey: Journey;
}) {
  const client = useDataClient();
  const { userId } = useSession();
  const overview = useOverview();
  // Both only add to what is said: the page does without them when they cannot be loaded.
  const record = useQuery(learningProgressQuery(client, userId));
  const hasQuiz = journey.some(({ id }) => id === 'quiz');
  const board = useQuery({ ...leaderboardQuery(client, course.id, block.id), enabled: hasQuiz });
  const own = board.data?.find(({ is_own }) => is_own);
  const completed = record.data?.completedModules;
  const open = completed && modules.filter(({ module }) => !completed.has(module.id));
  const title = hasQuiz && open?.length !== 0 ? `Das Quiz von Block ${letter}` : `Block ${letter}`;
  return (
    <Card title={`${title} ist geschafft`} level={2}>
      <Stack gap={2.5}>
        {summary ? (
          <Text>
            Sie kennen jetzt die Regeln aus „{block.title}“: {summary.sections.map(({ title }) => title).join(', ')}.
          </Text>
        ) : (
          <Text>Sie haben „{block.title}“ durchgearbeitet.</Text>
        )}
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
            ...(open
              ? [
                  {
                    term: 'Module des Blocks',
                    value: `${modules.length - open.length} von ${modules.length} abgeschlossen`,
                  },
                ]
              : []),
          ]}
        />
        {completed ? <ProgressBar label="Fortschritt im Kurs" value={shareOf(course.modules, completed)} /> : null}
        <Stack gap={0.5}>
          <Text as="h3" variant="subheading">
            Wie es weitergeht
          </Text>
          {open && open.length > 0 ? (
            <Text>
              Auf der Kursseite {open.length === 1 ? 'ist' : 'sind'} noch {formatCount(open.length, 'Modul', 'Module')}{' '}
              dieses Blocks offen.
            </Text>
          ) : null}
          <NextBlock course={course} blockId={block.id} completed={completed ?? new Set()} />
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

/** The block that follows: the way there when it is open, and otherwise when to look again. */
function NextBlock({
  course,
  blockId,
  completed,
}: {
  course: LearningCourse;
  blockId: string;
  completed: ReadonlySet<string>;
}) {
  const states = blockStates(course, completed, true);
  const next = states[states.findIndex(({ block }) => block.id === blockId) + 1];
  if (!next) {
    return (
      <Text>
        {shareOf(course.modules, completed) === 100
          ? 'Damit haben Sie den Kurs abgeschlossen.'
          : 'Das war der letzte Block dieses Kurses.'}
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
