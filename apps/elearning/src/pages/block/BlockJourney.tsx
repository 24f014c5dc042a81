import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { withPatience } from '@nemus/contract';
import type { BlockPosition, LearningCourse } from '@nemus/data';
import { JourneyProgress, ProgressBar, SkeletonCard } from '@nemus/ui';
import type { BlockContent } from '../../content/block';
import type { BlockState } from '../course/module-state';
import { ComicStep } from './ComicStep';
import { CompletedStep } from './CompletedStep';
import { FocusFrame } from './FocusFrame';
import { positionOf, progressOf, stepAfter, stepsOf } from './journey';
import { LeaderboardStep } from './LeaderboardStep';
import type { QuizRun } from './quiz';
import { QuizStep } from './QuizStep';
import { ReadingStep } from './ReadingStep';
import { SummaryStep } from './SummaryStep';
import { useFinishQuiz } from './useFinishQuiz';
import { useJourney } from './useJourney';
import { VideoStep } from './VideoStep';

/** The steps of one block, of which one is on the screen. */
export function BlockJourney({
  course,
  state,
  content,
  left,
}: {
  course: LearningCourse;
  state: BlockState;
  /** Null for a block without media. */
  content: BlockContent | null;
  /** Where the account left the block; null when it never opened it. */
  left: BlockPosition | null;
}) {
  const place = useMemo(() => ({ courseId: course.id, blockId: state.block.id }), [course.id, state.block.id]);
  const journey = stepsOf({
    media: content !== null,
    quiz: state.modules.some(({ module }) => module.type === 'quiz'),
  });
  const { step, goTo, reach, videoSeconds, keepVideoSeconds } = useJourney(place, journey, left);
  const onDone = () => goTo(stepAfter(step, journey));
  const quiz = useQuizEnd(
    useFinishQuiz(
      place,
      state.modules.map(({ module }) => module),
    ),
    () => reach('leaderboard'),
    () => goTo('leaderboard'),
  );
  return (
    <>
      <JourneyProgress
        label={`Schritte von Block ${state.letter}`}
        steps={journey}
        current={positionOf(step, journey)}
      />
      <ProgressBar
        label="Weg durch den Block"
        value={progressOf(step, journey)}
        valueText={`Schritt ${positionOf(step, journey) + 1} von ${journey.length}`}
      />
      <FocusFrame at={step} label={journey[positionOf(step, journey)]?.label ?? ''}>
        {content && step === 'comic' && <ComicStep panels={content.panels} onDone={onDone} />}
        {content && step === 'video' && (
          <VideoStep
            content={content}
            start={videoSeconds}
            onPosition={keepVideoSeconds}
            onBack={() => goTo('comic')}
            onDone={onDone}
          />
        )}
        {content && step === 'summary' && (
          <SummaryStep summary={content.summary} onBack={() => goTo('video')} onDone={onDone} />
        )}
        {step === 'reading' && <ReadingStep modules={state.modules} onDone={onDone} />}
        {step === 'quiz' &&
          (quiz.saving ? (
            <SkeletonCard lines={6} />
          ) : (
            <QuizStep
              place={place}
              panels={content?.panels ?? []}
              onGraded={quiz.onGraded}
              onFinished={quiz.onFinished}
            />
          ))}
        {step === 'leaderboard' && <LeaderboardStep place={place} onRepeat={() => goTo('quiz')} onDone={onDone} />}
        {step === 'completed' && (
          <CompletedStep
            course={course}
            blockId={state.block.id}
            summary={content?.summary ?? null}
            journey={journey}
          />
        )}
      </FocusFrame>
    </>
  );
}

/** The way on is open after this many milliseconds, whether the result has been saved by then or not. */
const PATIENCE = 5_000;

/**
 * End of the quiz. The result is saved as soon as the last answer is graded, while its explanation is still shown, so
 * that leaving loses nothing. Continuing waits for it, with a timeout.
 */
function useQuizEnd(save: (run: QuizRun) => Promise<void>, onSaving: () => void, onEnd: () => void) {
  const [saving, setSaving] = useState(false);
  const saved = useRef(Promise.resolve());
  const latest = useRef({ save, onSaving, onEnd });
  useEffect(() => {
    latest.current = { save, onSaving, onEnd };
  });
  const onGraded = useCallback((run: QuizRun) => {
    saved.current = latest.current.save(run);
    latest.current.onSaving();
  }, []);
  const onFinished = useCallback(() => {
    setSaving(true);
    void withPatience(saved.current, PATIENCE).then(() => {
      setSaving(false);
      latest.current.onEnd();
    });
  }, []);
  return { saving, onGraded, onFinished };
}
