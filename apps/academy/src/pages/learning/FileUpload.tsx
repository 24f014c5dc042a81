import { useEffect, useId, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { uploadLearningFile, type LearningFile } from '@nemus/data';
import { Button, ProgressBar, Row, Stack, Text, VisuallyHidden } from '@nemus/ui';

const ACCEPTED: Readonly<Record<LearningFile['kind'], string>> = {
  picture: '.png,.jpg,.jpeg,.webp',
  video: '.mp4,.webm',
  subtitles: '.vtt',
  document: '.pdf',
};

const LIMITS: Readonly<Record<LearningFile['kind'], string>> = {
  picture: 'PNG, JPEG oder WebP, höchstens 5 MB',
  video: 'MP4 oder WebM, höchstens 100 MB',
  subtitles: 'WebVTT, höchstens 1 MB',
  document: 'PDF, höchstens 20 MB',
};

/** Chooses and uploads a file; shows the progress, can be aborted, and reports errors. */
export function FileUpload({
  courseId,
  kind,
  label,
  onUploaded,
}: {
  courseId: string;
  kind: LearningFile['kind'];
  /** Label of the button: "Video hochladen". */
  label: string;
  onUploaded: (file: LearningFile) => void;
}) {
  const client = useDataClient();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const [error, setError] = useState<string>();
  const id = useId();
  const upload = useAction({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setShare(0);
      setError(undefined);
      return uploadLearningFile(client, { courseId, kind, file }, { onProgress: setShare, signal: controller.signal });
    },
    onSuccess: (file) => {
      onUploaded(file);
      return queryClient.invalidateQueries({ queryKey: ['learning-desk', 'files', courseId] });
    },
    onError: (failure) =>
      setError(running.current?.signal.aborted ? 'Der Upload wurde abgebrochen.' : reasonOf(failure)),
  });
  // Leaving aborts a running upload.
  useEffect(() => () => running.current?.abort(), []);
  return (
    <Stack gap={0.5}>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label={label}
          accept={ACCEPTED[kind]}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload.mutate(file);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
      </VisuallyHidden>
      <Row gap={1}>
        <Button
          size="small"
          icon="upload"
          disabled={upload.isPending}
          aria-describedby={id}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        {upload.isPending ? (
          <Button size="small" variant="quiet" onClick={() => running.current?.abort()}>
            Abbrechen
          </Button>
        ) : null}
      </Row>
      <Text as="span" variant="caption" tone="muted" id={id}>
        {LIMITS[kind]}
      </Text>
      {upload.isPending ? (
        <ProgressBar
          label={share < 1 ? 'Datei wird hochgeladen' : 'Datei wird geprüft'}
          value={Math.round(share * 100)}
        />
      ) : null}
      {error === undefined ? null : (
        <Text variant="small" tone="error" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
