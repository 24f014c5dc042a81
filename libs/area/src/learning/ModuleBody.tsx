import { useState } from 'react';
import type { ModuleFile, ModuleMedia } from '@nemus/data';
import { Alert, ButtonLink, Markdown, Row, Stack, Text, type MarkdownProps } from '@nemus/ui';

/** A module as a learner reads it: video, pictures, text and PDF. */
export function ModuleBody({
  title,
  text,
  media: { video, subtitles, panels, documents },
  level,
}: {
  /** The module's title, as the name of its video. */
  title: string;
  /** Markdown. */
  text: string;
  media: ModuleMedia;
  level: NonNullable<MarkdownProps['level']>;
}) {
  return (
    <Stack gap={2}>
      {video ? <ModuleVideo key={video.id} title={title} video={video} subtitles={subtitles} /> : null}
      {panels.length > 0 ? <ModulePanels panels={panels} /> : null}
      <Markdown source={text} level={level} />
      {documents.length > 0 ? <ModuleDocuments documents={documents} /> : null}
    </Stack>
  );
}

/** The video of a module with its subtitles. */
function ModuleVideo({ title, video, subtitles }: { title: string; video: ModuleFile; subtitles: ModuleFile | null }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <Alert tone="warning" title="Das Video konnte nicht geladen werden">
        Bitte laden Sie die Seite neu.
      </Alert>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- authors are warned; a film without subtitles is shown as it is
    <video
      controls
      preload="metadata"
      // Without it a browser blocks subtitles from another origin.
      crossOrigin="anonymous"
      style={{ width: '100%', height: 'auto', borderRadius: 8 }}
      aria-label={`Video: ${title}`}
      onError={() => setFailed(true)}
    >
      <source src={video.url} type={video.contentType} onError={() => setFailed(true)} />
      {subtitles ? <track kind="captions" src={subtitles.url} srcLang="de" label="Deutsch" default /> : null}
    </video>
  );
}

/** The comic of a module: pictures with their text alternatives. */
function ModulePanels({ panels }: { panels: readonly ModuleFile[] }) {
  return (
    <Stack as="ol" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }} aria-label="Bilder">
      {panels.map(({ id, url, title, alternative, caption }, index) => (
        <li key={`${id} ${index}`}>
          <figure style={{ margin: 0 }}>
            <img
              src={url}
              alt={alternative}
              loading="lazy"
              style={{ maxWidth: '100%', height: 'auto', borderRadius: 8, display: 'block' }}
            />
            <Text as="figcaption" variant="small" tone="muted">
              {[title || `Bild ${index + 1}`, caption].filter(Boolean).join(': ')}
            </Text>
          </figure>
          {/* The alternative has it for screen readers; bubbles are too small on a phone. */}
          <details>
            <summary style={{ cursor: 'pointer', minHeight: 24 }}>
              <Text as="span" variant="label">
                Text zum Bild
              </Text>
            </summary>
            <Text variant="small">{alternative}</Text>
          </details>
        </li>
      ))}
    </Stack>
  );
}

/** The PDFs of a module, each in a new tab. */
function ModuleDocuments({ documents }: { documents: readonly ModuleFile[] }) {
  return (
    <Row gap={1}>
      {documents.map(({ id, url, title }) => (
        <ButtonLink key={id} href={url} target="_blank" rel="noreferrer" icon="download" size="small">
          {title} (PDF)
        </ButtonLink>
      ))}
    </Row>
  );
}
