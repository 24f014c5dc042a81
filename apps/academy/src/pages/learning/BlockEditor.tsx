import type { DraftBlock } from '@nemus/data';
import { Button, Card, Row, Stack, Switch, Text, TextArea, TextField } from '@nemus/ui';
import { useGaps } from './gaps';
import { CountField } from './CountField';
import { moved, replaced, without } from './list';
import { ModuleEditor } from './ModuleEditor';
import { MODULE_TYPES, newModule, newQuestion } from './new-items';
import { QuestionEditor } from './QuestionEditor';
import { QuestionImport } from './QuestionImport';
import { RowActions } from './RowActions';

/** One block of a course: its title, its modules and the questions of its quiz. */
export function BlockEditor({
  courseId,
  block,
  index,
  count,
  onChange,
  onMove,
  onRemove,
}: {
  courseId: string;
  block: DraftBlock;
  index: number;
  count: number;
  onChange: (block: DraftBlock) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const place = `blocks/${index + 1}`;
  const gap = useGaps(place);
  const name = `Block ${index + 1}`;
  const change = (part: Partial<DraftBlock>) => onChange({ ...block, ...part });
  const { modules, questions } = block;
  const hasQuiz = modules.some(({ type }) => type === 'quiz');
  return (
    <Card
      as="li"
      level={3}
      title={`${name}: ${block.title || 'ohne Titel'}`}
      aside={<RowActions name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />}
    >
      <TextField
        label="Titel des Blocks"
        value={block.title}
        maxLength={200}
        error={gap('title')}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextArea
        label="Beschreibung des Blocks"
        optional
        rows={2}
        value={block.description}
        error={gap('description')}
        onChange={({ target }) => change({ description: target.value })}
      />
      <CountField
        label="Einheiten des Blocks"
        value={block.units}
        error={gap('units')}
        onChange={(units) => change({ units })}
      />
      <Switch
        label="Freigegeben"
        hint="Ein Block, der nicht freigegeben ist, wird angekündigt und kann nicht geöffnet werden."
        checked={block.is_open}
        onChange={({ target }) => change({ is_open: target.checked })}
      />
      <Problem text={gap('is_open')} />
      <Text as="h4" variant="subheading">
        Module
      </Text>
      <Problem text={gap('modules')} />
      <Stack as="ol" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {modules.map((module, at) => (
          <ModuleEditor
            key={module.key}
            courseId={courseId}
            place={`${place}/modules/${at + 1}`}
            module={module}
            index={at}
            count={modules.length}
            onChange={(next) => change({ modules: replaced(modules, at, next) })}
            onMove={(by) => change({ modules: moved(modules, at, by) })}
            onRemove={() => change({ modules: without(modules, at) })}
          />
        ))}
      </Stack>
      <Row gap={1}>
        {(['reading', 'video', 'quiz'] as const).map((type) =>
          type === 'quiz' && hasQuiz ? null : (
            <Button
              key={type}
              size="small"
              icon="add"
              onClick={() => change({ modules: [...modules, newModule(type)] })}
            >
              {MODULE_TYPES[type]}
            </Button>
          ),
        )}
      </Row>
      {hasQuiz || questions.length > 0 ? (
        <>
          <Text as="h4" variant="subheading">
            Fragen des Quiz
          </Text>
          <Problem text={gap('questions')} />
          <Stack as="ol" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
            {questions.map((question, at) => (
              <QuestionEditor
                key={question.key}
                place={`${place}/questions/${at + 1}`}
                question={question}
                index={at}
                count={questions.length}
                onChange={(next) => change({ questions: replaced(questions, at, next) })}
                onMove={(by) => change({ questions: moved(questions, at, by) })}
                onRemove={() => change({ questions: without(questions, at) })}
              />
            ))}
          </Stack>
          <Row gap={1}>
            <Button size="small" icon="add" onClick={() => change({ questions: [...questions, newQuestion()] })}>
              Frage
            </Button>
            <QuestionImport
              present={questions}
              onImport={(imported) => change({ questions: [...questions, ...imported] })}
            />
          </Row>
        </>
      ) : null}
    </Card>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <Text variant="small" tone="error">
      {text}
    </Text>
  );
}
