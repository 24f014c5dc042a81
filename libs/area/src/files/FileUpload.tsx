import { useEffect, useId, useRef, useState } from 'react';
import type { UploadProgress } from '@nemus/data';
import { Button, ProgressBar, Row, Stack, Text, VisuallyHidden } from '@nemus/ui';
import { reasonOf } from '../actions/reason';
import { useAction } from '../actions/useAction';

export interface FileUploadProps<Uploaded> {
  /** Label of the button: "Video hochladen". */
  readonly label: string;
  /** Extensions: `.png,.jpg`. */
  readonly accept: string;
  /** Kinds and size, in words. */
  readonly limits: string;
  readonly error?: string | undefined;
  readonly upload: (file: File, progress: UploadProgress) => Promise<Uploaded>;
  readonly onUploaded: (uploaded: Uploaded) => unknown;
}

/** Chooses and uploads a file; shows the progress, can be aborted, and reports errors. */
export function FileUpload<Uploaded>({
  label,
  accept,
  limits,
  error: refused,
  upload: send,
  onUploaded,
}: FileUploadProps<Uploaded>) {
  const input = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const [failed, setError] = useState<string>();
  const error = failed ?? refused;
  const id = useId();
  const upload = useAction({
    mutationFn: (file: File) => {
      const controller = new AbortController();
      running.current = controller;
      setShare(0);
      setError(undefined);
      return send(file, { onProgress: setShare, signal: controller.signal });
    },
    onSuccess: onUploaded,
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
          accept={accept}
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
        {limits}
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
