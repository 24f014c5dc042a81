import { useEffect, useRef } from 'react';
import type { StoredQuizRun } from '@nemus/data';
import { Box, Button, Card, Icon, ProgressBar, Row, Stack, Text, VisuallyHidden } from '@nemus/ui';
import type { ComicPanel } from '../../comic/panel';
import { isLast, QUIZ_LIVES, type QuizRun } from './quiz';
import { QuizOptions } from './QuizOptions';
import { QuizVerdict } from './QuizVerdict';
import { useQuizRun } from './useQuizRun';

export interface QuizEvents {
  /** Every question is answered and a life is left: the result is final, its last explanation is shown. */
  onGraded: (run: QuizRun) => void;
  /** The learner continues. */
  onFinished: () => void;
}

/** The questions one after the other; every answer is graded by the database. */
export function Quiz({
  stored,
  panels,
  onGraded,
  onFinished,
}: QuizEvents & { stored: StoredQuizRun; panels: readonly ComicPanel[] }) {
  const { run, choose, next } = useQuizRun(stored);
  const heading = useRef<HTMLElement>(null);
  const verdict = useRef<HTMLElement>(null);
  const question = stored.questions[run.index];

  useEffect(() => {
    if (run.phase === 'answered' && isLast(run)) onGraded(run);
    if (run.phase === 'finished') onFinished();
  }, [run, onGraded, onFinished]);
  // The focus follows the reading: to the explanation after an answer, from where the next button is one step away,
  // and to the question when the next one shows.
  useEffect(() => {
    if (run.verdict) verdict.current?.focus();
    else if (run.index > 0) heading.current?.focus();
  }, [run.verdict, run.index]);

  if (!question || run.phase === 'finished') return null;
  return (
    <Card as="div">
      <Row justify="between" gap={2}>
        <Box sx={{ flex: '1 1 12rem' }}>
          <ProgressBar
            label="Fragen"
            value={run.index + 1}
            max={run.total}
            valueText={`Frage ${run.index + 1} von ${run.total}`}
          />
        </Box>
        <Lives count={run.lives} />
      </Row>
      <Stack gap={1.5}>
        <Text as="h2" variant="heading" id="quizfrage" tabIndex={-1} ref={heading} sx={{ textWrap: 'pretty' }}>
          {question.question}
        </Text>
        <QuizOptions key={question.id} run={run} question={question} onChoose={(options) => void choose(options)} />
      </Stack>
      {run.verdict ? (
        <Box component="section" aria-label="Erklärung" tabIndex={-1} ref={verdict} sx={{ borderRadius: 1 }}>
          <QuizVerdict
            verdict={run.verdict}
            over={run.phase === 'over'}
            panel={panels.find(({ number }) => number === question.comic_reference) ?? null}
          />
        </Box>
      ) : null}
      {run.phase === 'answered' ? (
        <Row justify="end">
          <Button variant="primary" iconEnd="arrow-right" onClick={next}>
            {isLast(run) ? 'Quiz abschließen' : 'Nächste Frage'}
          </Button>
        </Row>
      ) : null}
      {run.phase === 'over' ? (
        <Row justify="end">
          <Button variant="primary" icon="refresh" onClick={() => window.location.reload()}>
            Erneut versuchen
          </Button>
        </Row>
      ) : null}
    </Card>
  );
}

/** Hearts for the eye, a number for the ear. */
function Lives({ count }: { count: number }) {
  return (
    <Row gap={0.5} wrap={false}>
      <VisuallyHidden>
        {count} von {QUIZ_LIVES} Leben
      </VisuallyHidden>
      {Array.from({ length: QUIZ_LIVES }, (_life, index) => (
        <Box key={index} aria-hidden sx={{ opacity: index < count ? 1 : 0.25, color: 'error.main', display: 'flex' }}>
          <Icon name="heart" size={22} />
        </Box>
      ))}
    </Row>
  );
}
