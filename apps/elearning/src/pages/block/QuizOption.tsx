import { Button, Icon, Row, Surface, Text, VisuallyHidden, type IconName } from '@nemus/ui';
import type { QuizRun } from './quiz';

/** State of an option: open, or, after the answer, right, wrongly chosen or neither. */
export type OptionState = 'open' | 'right' | 'wrong' | 'other';

/** The state of one option in a run. */
export function optionState({ verdict, chosen }: Pick<QuizRun, 'verdict' | 'chosen'>, index: number): OptionState {
  if (verdict === null) return 'open';
  if (verdict.correctAnswers.includes(index)) return 'right';
  return chosen?.includes(index) === true ? 'wrong' : 'other';
}

const ANSWERED = {
  right: { kind: 'success', icon: 'check-circle', said: 'richtige Antwort' },
  wrong: { kind: 'error', icon: 'close', said: 'nicht richtig' },
  other: { kind: 'sunken', icon: null, said: null },
} as const satisfies Record<
  Exclude<OptionState, 'open'>,
  { kind: 'success' | 'error' | 'sunken'; icon: IconName | null; said: string | null }
>;

/** One option: a button until the question is answered, then a line with its state. */
export function QuizOption({
  run,
  index,
  text,
  onChoose,
}: {
  run: QuizRun;
  index: number;
  text: string;
  onChoose: () => void;
}) {
  const state = optionState(run, index);
  const chosen = run.chosen?.includes(index) === true;
  if (state === 'open') {
    return (
      <Button
        fullWidth
        size="large"
        aria-disabled={run.phase !== 'asking'}
        loading={run.phase === 'checking' && chosen}
        onClick={onChoose}
        sx={{ justifyContent: 'flex-start', textAlign: 'start', paddingBlock: 1 }}
      >
        {text}
      </Button>
    );
  }
  const { kind, icon, said } = ANSWERED[state];
  return (
    <Surface kind={kind} padding="none" sx={{ paddingInline: 2.75, paddingBlock: 1.375 }}>
      <Row gap={1} wrap={false}>
        {icon === null ? null : <Icon name={icon} size={20} />}
        <Text as="span" tone={state === 'other' ? 'muted' : 'inherit'} strong={state !== 'other'}>
          {text}
          {said === null ? null : (
            <VisuallyHidden>
              {chosen ? ' – Ihre Antwort, ' : ' – '}
              {said}
            </VisuallyHidden>
          )}
        </Text>
      </Row>
    </Surface>
  );
}
