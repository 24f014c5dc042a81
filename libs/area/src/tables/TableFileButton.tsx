import { useRef, useState } from 'react';
import { Alert, Button, Select, Text } from '@nemus/ui';
import { readTableFile, type Readings } from './read-file';

/** Larger files are no list that a person keeps, in bytes. */
const LARGEST_FILE = 1_000_000;
/** Chooses a CSV or Excel file with a list. If it can be read in several ways, it asks which is right. */
export function TableFileButton({ onText, disabled }: { onText: (text: string) => void; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [readings, setReadings] = useState<Readings | null>(null);
  const read = async (file: File) => {
    setReadings(null);
    setProblem(null);
    if (file.size > LARGEST_FILE) {
      setProblem('Diese Datei ist zu groß für eine Liste.');
      return;
    }
    const found = await readTableFile(file);
    const [first] = found?.ways ?? [];
    if (found === null || first === undefined) {
      setProblem('Diese Datei ist keine Liste. Bitte speichern Sie sie als CSV-Datei oder als Excel-Datei (.xlsx).');
      return;
    }
    if (found.ways.length > 1) setReadings(found);
    onText(first.text);
  };
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()} disabled={disabled}>
        Datei wählen
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="CSV- oder Excel-Datei"
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
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
      {readings && (
        <Alert tone="warning" title={readings.question}>
          <Select
            label={readings.label}
            options={readings.ways.map(({ label }, place) => ({ value: String(place), label }))}
            defaultValue="0"
            onChange={({ target }) => {
              const chosen = readings.ways[Number(target.value)];
              if (chosen !== undefined) onText(chosen.text);
            }}
          />
        </Alert>
      )}
    </>
  );
}
