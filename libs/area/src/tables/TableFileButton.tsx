import { useRef, useState } from 'react';
import { Alert, Button, Select, Text } from '@nemus/ui';
import { decodeAs, decodeText, type Encoding } from './decode-text';

/** Larger files are no list that a person keeps, in bytes. */
const LARGEST_FILE = 1_000_000;
/** The first bytes of a workbook, which is a ZIP file. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const ENCODING_LABELS: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16, umgekehrt',
  'windows-1252': 'Windows',
  macintosh: 'Mac',
  cp850: 'DOS',
};

/** One way to read a file: an encoding of its letters, or a sheet of a workbook. */
interface Reading {
  readonly label: string;
  readonly text: string;
}

/** The ways to read a file, the likeliest first; more than one leaves the choice to the person. */
interface Readings {
  readonly question: string;
  readonly label: string;
  readonly ways: readonly Reading[];
}

/** The first words with letters beyond ASCII: they show which encoding is right. */
const sampleOf = (text: string) => (text.match(/[^\s;,"]*[^\0-\x7F][^\s;,"]*/g) ?? []).slice(0, 3).join(', ');

/** All ways to read a file; null for one that is neither text nor a workbook. */
async function readFile(file: File): Promise<Readings | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (ZIP.every((byte, place) => bytes[place] === byte)) {
    const { readWorkbook } = await import(/* webpackChunkName: "workbook" */ './read-workbook');
    const sheets = await readWorkbook(bytes).catch(() => []);
    const ways = sheets.map(({ name, text }) => ({ label: name, text }));
    return ways.length === 0 ? null : { question: 'Welches Blatt ist gemeint?', label: 'Tabellenblatt', ways };
  }
  const read = decodeText(bytes);
  if (read === null) return null;
  const ways = [read.encoding, ...read.others].map((encoding) => {
    const text = decodeAs(bytes, encoding);
    return { label: `${sampleOf(text)} (${ENCODING_LABELS[encoding]})`, text };
  });
  return { question: 'Stimmen die Umlaute?', label: 'So sind die Namen geschrieben', ways };
}

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
    const found = await readFile(file);
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
