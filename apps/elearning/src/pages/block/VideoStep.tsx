import { useEffect, useRef, useState } from 'react';
import { Alert, Button, Card, Stack, Text } from '@nemus/ui';
import type { BlockContent } from '../../content/block';
import { StepActions } from './StepActions';

/** Seconds between two saves of the position: often enough to come back, seldom enough to cost nothing. */
const SAVE_EVERY = 5;

/** The video with subtitles, transcript and the position where it was left. */
export function VideoStep({
  content: { title, panels, video: media },
  start,
  onPosition,
  onBack,
  onDone,
}: {
  content: BlockContent;
  /** Second at which the video was left. */
  start: number;
  onPosition: (seconds: number) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [first] = useState(start);
  const saved = useRef(start);
  const [failed, setFailed] = useState(false);
  const save = (seconds: number) => {
    saved.current = seconds;
    onPosition(Math.floor(seconds));
  };

  useEffect(() => {
    const player = video.current;
    if (!player) return undefined;
    const resume = () => {
      // A video that was watched to its end restarts.
      if (first < player.duration - SAVE_EVERY) player.currentTime = first;
    };
    player.addEventListener('loadedmetadata', resume, { once: true });
    return () => player.removeEventListener('loadedmetadata', resume);
  }, [first]);

  return (
    <Card title={title} level={2} subtitle="Ohne Ton, mit deutschen Untertiteln">
      {failed ? (
        <Alert tone="warning" title="Das Video konnte nicht geladen werden">
          Der Text darunter hat denselben Inhalt.
        </Alert>
      ) : (
        <video
          ref={video}
          controls
          preload="metadata"
          crossOrigin="anonymous"
          width={1280}
          height={720}
          style={{ width: '100%', height: 'auto', borderRadius: 8, background: '#173a3f' }}
          aria-label={`Video: ${title}`}
          onError={() => setFailed(true)}
          onTimeUpdate={({ currentTarget: { currentTime } }) => {
            if (Math.abs(currentTime - saved.current) >= SAVE_EVERY) save(currentTime);
          }}
          onPause={({ currentTarget: { currentTime } }) => save(currentTime)}
        >
          <source src={media.url} type="video/webm" onError={() => setFailed(true)} />
          <track kind="captions" src={media.subtitlesUrl} srcLang="de" label="Deutsch" default />
        </video>
      )}
      <details>
        <summary style={{ cursor: 'pointer', minHeight: 24 }}>
          <Text as="span" variant="label">
            Text zum Video
          </Text>
        </summary>
        <Stack as="ol" gap={1} sx={{ paddingInlineStart: 3, marginBlock: 1.5 }}>
          {panels.map((panel) => (
            <Text as="li" key={panel.number}>
              {panel.alternative} {panel.caption}
            </Text>
          ))}
        </Stack>
      </details>
      <StepActions>
        <Button variant="quiet" icon="arrow-left" onClick={onBack}>
          Zurück zum Comic
        </Button>
        <Button variant="primary" iconEnd="arrow-right" onClick={onDone}>
          Weiter zur Zusammenfassung
        </Button>
      </StepActions>
    </Card>
  );
}
