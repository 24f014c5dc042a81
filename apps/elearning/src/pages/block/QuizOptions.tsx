import { useState } from 'react';
import type { QuizQuestion } from '@nemus/data';
import { Alert, Button, Checkbox, Row, Stack, Text } from '@nemus/ui';
import type { QuizRun } from './quiz';
import { QuizOption } from './QuizOption';

/** The options of a question: buttons, or checkboxes if several are right. After the answer, each with its state. */
export function QuizOptions({
  run,
  question: { options, is_multiple },
  onChoose,
}: {
  run: QuizRun;
  question: QuizQuestion;
  onChoose: (options: readonly number[]) => void;
}) {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const [tried, setTried] = useState(false);
  const asksSeveral = is_multiple && run.verdict === null;
  const tick = (index: number, on: boolean) =>
    setTicked((now) => (on ? [...now, index] : now.filter((other) => other !== index)));
  return (
    <>
      {is_multiple && (
        <Text variant="small" tone="muted">
          Mehrere Antworten sind richtig. Die Frage zählt, wenn Sie alle richtigen wählen und keine andere.
        </Text>
      )}
      <Stack as="ul" gap={1} aria-labelledby="quizfrage" role="list" sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {options.map((option, index) => (
          <li key={option}>
            {asksSeveral ? (
              <Checkbox
                label={option}
                checked={ticked.includes(index)}
                disabled={run.phase !== 'asking'}
                onChange={({ target }) => tick(index, target.checked)}
              />
            ) : (
              <QuizOption run={run} index={index} text={option} onChoose={() => onChoose([index])} />
            )}
          </li>
        ))}
      </Stack>
      {asksSeveral && (
        <>
          {tried && ticked.length === 0 && (
            <Alert tone="error">Bitte wählen Sie die Antworten, die richtig sind.</Alert>
          )}
          <Row justify="end">
            <Button
              variant="primary"
              loading={run.phase === 'checking'}
              onClick={() => {
                setTried(true);
                if (ticked.length > 0) onChoose(ticked);
              }}
            >
              Antworten
            </Button>
          </Row>
        </>
      )}
    </>
  );
}
