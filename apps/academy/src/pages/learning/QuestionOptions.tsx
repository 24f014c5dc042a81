import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { DraftQuestion } from '@nemus/data';
import { Button, Checkbox, IconButton, Row, Stack, Text, TextField } from '@nemus/ui';
import { useGaps } from './gaps';
import { replaced } from './list';
import { letterOf, OPTION_COUNT, rightOptions, withoutOption, withRight } from './options';

/** The answers of a question, two to six, with the right ones ticked. */
export function QuestionOptions({
  place,
  question,
  onChange,
}: {
  place: string;
  question: DraftQuestion;
  onChange: (question: DraftQuestion) => void;
}) {
  const gap = useGaps(place);
  const list = useRef<HTMLElement>(null);
  const { options } = question;
  const right = rightOptions(question);
  const focusField = (at: number) => {
    const fields = list.current?.querySelectorAll<HTMLElement>('input:not([type="checkbox"])') ?? [];
    fields[Math.min(at, fields.length - 1)]?.focus();
  };
  const remove = (at: number) => {
    flushSync(() => onChange(withoutOption(question, at)));
    // The keyboard stays at the answers.
    focusField(at);
  };
  const add = () => {
    flushSync(() => onChange({ ...question, options: [...options, ''] }));
    focusField(options.length);
  };
  const problem = gap('correct');
  return (
    <Stack gap={1.5} ref={list}>
      {options.map((option, at) => {
        const name = `Antwort ${letterOf(at)}`;
        return (
          // Options have no key of their own.
          <Stack key={at} gap={0}>
            <Row gap={1} align="end" wrap={false}>
              <Stack sx={{ flex: 1, minWidth: 0 }}>
                <TextField
                  label={name}
                  value={option}
                  error={at === 0 ? gap('options') : undefined}
                  onChange={({ target }) => onChange({ ...question, options: replaced(options, at, target.value) })}
                />
              </Stack>
              {options.length > OPTION_COUNT.least && (
                <IconButton icon="delete" label={`${name} entfernen`} onClick={() => remove(at)} />
              )}
            </Row>
            <Checkbox
              label={`${name} ist richtig`}
              checked={right.includes(at)}
              error={at === 0 ? problem : undefined}
              onChange={({ target }) => onChange(withRight(question, at, target.checked))}
            />
          </Stack>
        );
      })}
      <Text variant="small" tone="muted" role="status">
        {right.length > 1
          ? 'Mehrere Antworten sind richtig: Die Frage zählt nur, wenn alle richtigen gewählt sind und keine andere.'
          : 'Teilnehmer*innen sehen die Antworten in einer anderen Reihenfolge.'}
      </Text>
      {options.length < OPTION_COUNT.most && (
        <Row>
          <Button size="small" icon="add" onClick={add}>
            Antwort
          </Button>
        </Row>
      )}
    </Stack>
  );
}
