import { useId } from 'react';
import type { DraftQuestion } from '@nemus/data';
import { Row, Stack, Surface, Text, TextArea } from '@nemus/ui';
import { useGaps } from './gaps';
import { QuestionOptions } from './QuestionOptions';
import { RowActions } from './RowActions';

/** One question of a quiz with its answers and its explanation. */
export function QuestionEditor({
  place,
  question,
  index,
  count,
  onChange,
  onMove,
  onRemove,
}: {
  place: string;
  question: DraftQuestion;
  index: number;
  count: number;
  onChange: (question: DraftQuestion) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const gap = useGaps(place);
  const change = (part: Partial<DraftQuestion>) => onChange({ ...question, ...part });
  const name = `Frage ${index + 1}`;
  return (
    <Surface as="li" kind="sunken" padding="small">
      <Stack gap={1.5} role="group" aria-labelledby={id}>
        <Row justify="between">
          <Text as="h5" variant="label" id={id}>
            {name}
          </Text>
          <RowActions name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
        </Row>
        <TextArea
          label="Frage"
          rows={2}
          value={question.question}
          error={gap('question')}
          onChange={({ target }) => change({ question: target.value })}
        />
        <QuestionOptions place={place} question={question} onChange={onChange} />
        <TextArea
          label="Erklärung"
          hint="Erscheint, nachdem geantwortet wurde."
          rows={2}
          value={question.explanation}
          error={gap('explanation')}
          onChange={({ target }) => change({ explanation: target.value })}
        />
      </Stack>
    </Surface>
  );
}
