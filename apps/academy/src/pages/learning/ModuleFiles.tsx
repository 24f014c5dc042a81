import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { courseFilesQuery, type DraftModule, type DraftPanel } from '@nemus/data';
import { Button, Row, Stack, Surface, Text, TextArea, TextField } from '@nemus/ui';
import { LearningFileUpload } from './LearningFileUpload';
import { useGaps } from './gaps';
import { moved, replaced, without } from './list';
import { RowActions } from './RowActions';

interface Editing {
  courseId: string;
  place: string;
  module: DraftModule;
  onChange: (module: DraftModule) => void;
}

/** The files of a module: a video with subtitles, pictures of a comic, PDF. */
export function ModuleFiles({ courseId, place, module, onChange }: Editing) {
  const client = useDataClient();
  const files = useQuery(courseFilesQuery(client, courseId));
  const nameOf = (id: string) => files.data?.find((file) => file.id === id)?.file_name ?? 'Datei';
  const gap = useGaps(place);
  const { video, panels, documents } = module;
  const change = (part: Partial<DraftModule>) => onChange({ ...module, ...part });
  return (
    <Stack gap={2}>
      <Text as="h6" variant="label">
        Dateien
      </Text>
      {video === null ? (
        <LearningFileUpload
          courseId={courseId}
          kind="video"
          label="Video hochladen"
          onUploaded={({ id }) => change({ video: { media: id, subtitles: null } })}
        />
      ) : (
        <>
          <Chosen
            name={`Video: ${nameOf(video.media)}`}
            error={gap('video')}
            onRemove={() => change({ video: null })}
          />
          {video.subtitles === null ? (
            <LearningFileUpload
              courseId={courseId}
              kind="subtitles"
              label="Untertitel hochladen"
              onUploaded={({ id }) => change({ video: { ...video, subtitles: id } })}
            />
          ) : (
            <Chosen
              name={`Untertitel: ${nameOf(video.subtitles)}`}
              error={gap('subtitles')}
              onRemove={() => change({ video: { ...video, subtitles: null } })}
            />
          )}
        </>
      )}
      {panels.length === 0 ? null : (
        <Stack as="ol" gap={1.5} sx={{ listStyle: 'none', padding: 0, margin: 0 }} aria-label="Bilder">
          {panels.map((panel, at) => (
            <PanelFields
              key={panel.key}
              place={`${place}/panels/${at + 1}`}
              panel={panel}
              name={nameOf(panel.media)}
              index={at}
              count={panels.length}
              onChange={(next) => change({ panels: replaced(panels, at, next) })}
              onMove={(by) => change({ panels: moved(panels, at, by) })}
              onRemove={() => change({ panels: without(panels, at) })}
            />
          ))}
        </Stack>
      )}
      <LearningFileUpload
        courseId={courseId}
        kind="picture"
        label="Bild hochladen"
        onUploaded={({ id }) =>
          change({
            panels: [...panels, { key: crypto.randomUUID(), media: id, title: '', alternative: '', caption: '' }],
          })
        }
      />
      {documents.map((document, at) => (
        <DocumentFields
          key={document.key}
          place={`${place}/documents/${at + 1}`}
          title={document.title}
          name={nameOf(document.media)}
          onTitle={(title) => change({ documents: replaced(documents, at, { ...document, title }) })}
          onRemove={() => change({ documents: without(documents, at) })}
        />
      ))}
      <LearningFileUpload
        courseId={courseId}
        kind="document"
        label="PDF hochladen"
        onUploaded={({ id, file_name }) =>
          change({
            documents: [
              ...documents,
              { key: crypto.randomUUID(), media: id, title: file_name.replace(/\.pdf$/i, '').slice(0, 200) },
            ],
          })
        }
      />
    </Stack>
  );
}

function Chosen({ name, error, onRemove }: { name: string; error: string | undefined; onRemove: () => void }) {
  return (
    <Stack gap={0.25}>
      <Row gap={1}>
        <Text as="span" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Button size="small" variant="quiet" icon="delete" aria-label={`${name} entfernen`} onClick={onRemove}>
          Entfernen
        </Button>
      </Row>
      {error === undefined ? null : (
        <Text variant="small" tone="error">
          {error}
        </Text>
      )}
    </Stack>
  );
}

function PanelFields({
  place,
  panel,
  name,
  index,
  count,
  onChange,
  onMove,
  onRemove,
}: {
  place: string;
  panel: DraftPanel;
  name: string;
  index: number;
  count: number;
  onChange: (panel: DraftPanel) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const gap = useGaps(place);
  return (
    <Surface as="li" padding="small">
      <Stack gap={1.5}>
        <Row justify="between">
          <Text as="span" variant="label" sx={{ overflowWrap: 'anywhere' }}>
            Bild {index + 1}: {name}
          </Text>
          <RowActions name={`Bild ${index + 1}`} index={index} count={count} onMove={onMove} onRemove={onRemove} />
        </Row>
        <TextField
          label="Titel des Bildes"
          optional
          value={panel.title}
          error={gap('title') ?? gap('media')}
          onChange={({ target }) => onChange({ ...panel, title: target.value })}
        />
        <TextArea
          label="Text zum Bild"
          hint="Was zu sehen ist, und jedes Wort, das gesagt wird."
          rows={3}
          value={panel.alternative}
          error={gap('alternative')}
          onChange={({ target }) => onChange({ ...panel, alternative: target.value })}
        />
        <TextField
          label="Bildunterschrift"
          optional
          value={panel.caption}
          error={gap('caption')}
          onChange={({ target }) => onChange({ ...panel, caption: target.value })}
        />
      </Stack>
    </Surface>
  );
}

function DocumentFields({
  place,
  title,
  name,
  onTitle,
  onRemove,
}: {
  place: string;
  title: string;
  name: string;
  onTitle: (title: string) => void;
  onRemove: () => void;
}) {
  const gap = useGaps(place);
  return (
    <Stack gap={0.5}>
      <TextField
        label="Titel der PDF"
        value={title}
        error={gap('title')}
        onChange={({ target }) => onTitle(target.value)}
      />
      <Chosen name={`PDF: ${name}`} error={gap('media')} onRemove={onRemove} />
    </Stack>
  );
}
