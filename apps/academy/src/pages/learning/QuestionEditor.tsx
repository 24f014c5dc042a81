import { useId } from 'react';
import type { DraftQuestion } from '@nemus/data';
import { Row, Select, Stack, Surface, Text, TextArea, TextField } from '@nemus/ui';
import { useGaps } from './gaps';
import { replaced } from './list';
import { RowActions } from './RowActions';

const LETTERS = ['A', 'B', 'C'] as const;

/** One question of a quiz with three answers, one of them right, and its explanation. */
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
        {LETTERS.map((letter, at) => (
          <TextField
            key={letter}
            label={`Antwort ${letter}`}
            value={question.options[at] ?? ''}
            error={at === 0 ? gap('options') : undefined}
            onChange={({ target }) => change({ options: replaced(question.options, at, target.value) })}
          />
        ))}
        <Select
          label="Richtige Antwort"
          placeholder="Bitte wählen"
          options={LETTERS.map((letter, at) => ({ value: String(at), label: `Antwort ${letter}` }))}
          value={question.correct === null ? '' : String(question.correct)}
          error={gap('correct')}
          hint="Teilnehmer*innen sehen die Antworten in einer anderen Reihenfolge."
          onChange={({ target }) => change({ correct: target.value === '' ? null : Number(target.value) })}
        />
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
