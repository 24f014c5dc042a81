import { useState } from 'react';
import type { DraftModule } from '@nemus/data';
import { Button, Markdown, Row, Stack, Surface, Text, TextField } from '@nemus/ui';
import { useGaps } from './gaps';
import { CountField } from './CountField';
import { MarkdownField } from './MarkdownField';
import { ModuleFiles } from './ModuleFiles';
import { MODULE_TYPES } from './new-items';
import { RowActions } from './RowActions';

/** One module: title, minutes, its text with a preview, and its files. Expanded when something is missing. */
export function ModuleEditor({
  courseId,
  place,
  module,
  index,
  count,
  onChange,
  onMove,
  onRemove,
}: {
  courseId: string;
  place: string;
  module: DraftModule;
  index: number;
  count: number;
  onChange: (module: DraftModule) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const [open, setOpen] = useState(module.title === '');
  const name = `Modul ${index + 1}`;
  return (
    <Surface as="li" kind="sunken" padding="small">
      <Stack gap={1.5}>
        <Row justify="between">
          <Text as="h5" variant="label">
            {name}: {module.title || 'ohne Titel'} ({MODULE_TYPES[module.type]})
          </Text>
          <Row gap={0.5}>
            <Button
              size="small"
              aria-expanded={open}
              // Begins with the button's visible text, for speech input (WCAG 2.5.3).
              aria-label={`${open ? 'Schließen' : 'Bearbeiten'}: ${name}`}
              onClick={() => setOpen(!open)}
            >
              {open ? 'Schließen' : 'Bearbeiten'}
            </Button>
            <RowActions name={name} index={index} count={count} onMove={onMove} onRemove={onRemove} />
          </Row>
        </Row>
        {open ? <ModuleFields courseId={courseId} place={place} module={module} onChange={onChange} /> : null}
      </Stack>
    </Surface>
  );
}

function ModuleFields({
  courseId,
  place,
  module,
  onChange,
}: {
  courseId: string;
  place: string;
  module: DraftModule;
  onChange: (module: DraftModule) => void;
}) {
  const gap = useGaps(place);
  const [preview, setPreview] = useState(false);
  const change = (part: Partial<DraftModule>) => onChange({ ...module, ...part });
  return (
    <>
      <TextField
        label="Titel des Moduls"
        value={module.title}
        maxLength={200}
        error={gap('title')}
        onChange={({ target }) => change({ title: target.value })}
      />
      <CountField
        label="Minuten"
        value={module.minutes}
        error={gap('minutes')}
        onChange={(minutes) => change({ minutes })}
      />
      <MarkdownField
        label="Text"
        hint="Markdown: ## Überschrift, - Liste, > Beispiel, **fett**, *kursiv*"
        rows={10}
        value={module.text}
        error={gap('text')}
        onChange={(text) => change({ text })}
      />
      <Row>
        <Button size="small" icon="eye" aria-expanded={preview} onClick={() => setPreview(!preview)}>
          {preview ? 'Vorschau schließen' : 'Vorschau'}
        </Button>
      </Row>
      {preview ? (
        <Surface padding="small" role="region" aria-label="Vorschau des Textes">
          {module.text.trim() === '' ? (
            <Text tone="muted">Noch kein Text.</Text>
          ) : (
            <Markdown source={module.text} level={4} />
          )}
        </Surface>
      ) : null}
      {module.type === 'quiz' ? null : (
        <ModuleFiles courseId={courseId} place={place} module={module} onChange={onChange} />
      )}
    </>
  );
}
