import { useRef, useState } from 'react';
import { decodeAs, decodeText, type DecodedText, type Encoding } from '@nemus/area/tables';
import { Alert, Button, Select, Text } from '@nemus/ui';

/** Larger files are no list of people, in bytes. */
const LARGEST_FILE = 1_000_000;

const ENCODING_LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, umgekehrt',
  'windows-1252': 'Windows',
  macintosh: 'Mac',
  cp850: 'DOS',
};

/** The first words with letters beyond ASCII: they show which encoding is right. */
const sampleOf = (text: string) => (text.match(/[^\s;,"]*[^\0-\x7F][^\s;,"]*/g) ?? []).slice(0, 3).join(', ');

/** Chooses a file with a list. If its letters fit several encodings, it asks which is right. */
export function FileButton({ onText, disabled }: { onText: (text: string) => void; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [unsure, setUnsure] = useState<{ readonly bytes: Uint8Array; readonly read: DecodedText } | null>(null);
  const read = async (file: File) => {
    setUnsure(null);
    if (file.size > LARGEST_FILE) {
      setProblem('Diese Datei ist zu groß für eine Liste von Personen.');
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const decoded = decodeText(bytes);
    setProblem(
      decoded === null
        ? 'Diese Datei ist kein Text. Bitte speichern Sie die Liste als CSV-Datei, am besten in UTF-8.'
        : null,
    );
    if (decoded === null) return;
    if (decoded.others.length > 0) setUnsure({ bytes, read: decoded });
    onText(decoded.text);
  };
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()} disabled={disabled}>
        CSV-Datei wählen
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV-Datei"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file can be chosen again after it was corrected.
          if (file) void read(file).finally(() => (target.value = ''));
        }}
      />
      {problem === null ? null : (
        <Text variant="small" tone="error" role="alert">
          {problem}
        </Text>
      )}
      {unsure && (
        <Alert tone="warning" title="Stimmen die Umlaute?">
          <Select
            label="So sind die Namen geschrieben"
            options={[unsure.read.encoding, ...unsure.read.others].map((value) => ({
              value,
              label: `${sampleOf(decodeAs(unsure.bytes, value))} (${ENCODING_LABELS[value]})`,
            }))}
            defaultValue={unsure.read.encoding}
            onChange={({ target }) => {
              const chosen = [unsure.read.encoding, ...unsure.read.others].find((each) => each === target.value);
              if (chosen !== undefined) onText(decodeAs(unsure.bytes, chosen));
            }}
          />
        </Alert>
      )}
    </>
  );
}
