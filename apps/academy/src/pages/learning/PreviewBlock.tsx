import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { ModuleBody } from '@nemus/area/learning';
import {
  courseFileAddressesQuery,
  draftModuleMedia,
  readRefusal,
  type DraftBlock,
  type DraftModule,
  type DraftQuestion,
} from '@nemus/data';
import { Button, Card, Chip, formatUnits, Row, SkeletonText, Stack, Text, VisuallyHidden } from '@nemus/ui';

const LIST = { listStyle: 'none', padding: 0, margin: 0 } as const;
const TYPES: Readonly<Record<DraftModule['type'], string>> = { video: 'Video', reading: 'Text', quiz: 'Quiz' };

/** One block of a previewed course. A closed one shows learners its title only. */
export function PreviewBlock({ courseId, block, letter }: { courseId: string; block: DraftBlock; letter: string }) {
  const { title, description, units, modules, questions, is_open: isOpen } = block;
  return (
    <Card
      as="li"
      level={3}
      title={`Block ${letter}: ${title}`}
      subtitle={description}
      aside={units === null ? undefined : <Chip icon="clock">{formatUnits(units)}</Chip>}
    >
      {!isOpen || modules.length === 0 ? (
        <Text variant="small" tone="muted">
          {isOpen ? 'Für diesen Block gibt es noch keine Module.' : readRefusal('block_closed')}
        </Text>
      ) : (
        <Stack as="ol" gap={0} aria-label={`Module von Block ${letter}`} sx={LIST}>
          {modules.map((module) => (
            <PreviewModule key={module.key} courseId={courseId} module={module} questions={questions} />
          ))}
        </Stack>
      )}
    </Card>
  );
}

function PreviewModule({
  courseId,
  module,
  questions,
}: {
  courseId: string;
  module: DraftModule;
  questions: readonly DraftQuestion[];
}) {
  const [open, setOpen] = useState(false);
  const { title, minutes, type } = module;
  return (
    <Stack as="li" gap={1} sx={{ paddingBlock: 1.25, borderBlockStart: '1px solid', borderColor: 'divider' }}>
      <Row gap={1} justify="between">
        <Stack gap={0} sx={{ flex: '1 1 14rem' }}>
          <Text as="span">{title || 'Ohne Titel'}</Text>
          <Text as="span" variant="caption" tone="muted">
            {[TYPES[type], minutes !== null && `${minutes} Min.`].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          <VisuallyHidden>{title} </VisuallyHidden>
          {open ? 'Schließen' : 'Öffnen'}
        </Button>
      </Row>
      {open && <ModuleContent courseId={courseId} module={module} />}
      {open && type === 'quiz' && (
        <Stack as="ol" gap={2} aria-label="Fragen" sx={{ paddingInlineStart: 3, margin: 0 }}>
          {questions.map((question) => (
            <PreviewQuestion key={question.key} question={question} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

function ModuleContent({ courseId, module }: { courseId: string; module: DraftModule }) {
  const { video, panels, documents, title, text } = module;
  const ids = [video?.media, video?.subtitles, ...[...panels, ...documents].map(({ media }) => media)].filter(
    (id) => typeof id === 'string',
  );
  const files = useQuery(courseFileAddressesQuery(useDataClient(), courseId, ids));
  return (
    <QueryPart query={files} title="Video und Bilder" loading={<SkeletonText lines={6} />}>
      {(found) => <ModuleBody title={title} text={text} media={draftModuleMedia(module, found)} level={4} />}
    </QueryPart>
  );
}

/** A question of the quiz. Learners see what is right after their answer. */
function PreviewQuestion({ question: { question, options, correct, explanation } }: { question: DraftQuestion }) {
  const right = [correct ?? []].flat().flatMap((place) => options[place] ?? []);
  return (
    <li>
      <Text>{question}</Text>
      <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 3, marginBlock: 1 }}>
        {options.map((option, place) => (
          // Options of a draft can be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>{option}</li>
        ))}
      </Stack>
      <details>
        <summary style={{ cursor: 'pointer', minHeight: 24 }}>
          <Text as="span" variant="label">
            Antwort zeigen
          </Text>
        </summary>
        <Text variant="small">{`Richtig: ${right.join(', ') || 'noch keine Antwort'}`}</Text>
        <Text variant="small">{explanation}</Text>
      </details>
    </li>
  );
}
