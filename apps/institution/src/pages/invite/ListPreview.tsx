import { LineList } from '@nemus/area/tables';
import { Alert, Button, formatCount, formatNumber, Section, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { LONGEST_LIST, type Listed, type ListLine } from './invitation-list';

/** Lines that the preview shows; bad ones are named above in any case. */
const SHOWN_LINES = 50;

const keyOf = ({ place }: ListLine) => String(place);

/** The existing state of a listed person, for the table and in a sentence. */
const LISTED: Readonly<Record<'linked' | 'pending' | 'other', { chip: string; words: string }>> = {
  linked: { chip: 'Bereits verbunden', words: 'ist bereits verbunden' },
  pending: { chip: 'Bereits eingeladen', words: 'ist bereits eingeladen' },
  other: {
    chip: 'Bereits in Ihrer Liste',
    words: 'steht bereits in Ihrer Liste und kann dort erneut eingeladen werden',
  },
};

function listedAs({ email, problems }: ListLine, listed: Listed) {
  const access = problems.length === 0 ? listed.get(email.toLowerCase()) : undefined;
  if (access === undefined) return null;
  return LISTED[access === 'linked' || access === 'pending' ? access : 'other'];
}

const columnsFor = (listed: Listed): readonly Column<ListLine>[] => [
  { key: 'line', header: 'Zeile', width: '4rem', cell: ({ line }) => line },
  // In two columns, so that swapped names are seen.
  { key: 'first', header: 'Vorname', cell: ({ firstName }) => firstName || '–' },
  { key: 'last', header: 'Nachname', cell: ({ lastName }) => lastName || '–' },
  { key: 'email', header: 'E-Mail', cell: ({ email }) => email || '–' },
  {
    key: 'state',
    header: 'Prüfung',
    cell: (line) => {
      const known = listedAs(line, listed);
      if (known) return <StatusChip tone="neutral">{known.chip}</StatusChip>;
      if (line.problems.length > 0) return <StatusChip tone="error">Fehlerhaft</StatusChip>;
      return line.isNameGuessed ? (
        <StatusChip tone="info">Bitte prüfen</StatusChip>
      ) : (
        <StatusChip tone="success">In Ordnung</StatusChip>
      );
    },
  },
];

/** Preview of a list: every invalid line by its number, and the lines themselves. */
export function ListPreview({
  lines,
  listed,
  tooLong,
  onWriteOut,
}: {
  lines: readonly ListLine[];
  /** People who are already in the institution's list; they are not invited again. */
  listed: Listed;
  tooLong: boolean;
  /** Puts the names that come from addresses into the list, where they can be changed. */
  onWriteOut: () => void;
}) {
  const bad = lines.filter(({ problems }) => problems.length > 0);
  const known = lines.flatMap((line) => {
    const as = listedAs(line, listed);
    return as ? [{ line, words: as.words }] : [];
  });
  const good = lines.length - bad.length - known.length;
  const guessed = lines.filter((line) => line.isNameGuessed && line.problems.length === 0 && !listedAs(line, listed));
  return (
    <Section
      title="Vorschau"
      description={`${formatCount(good, 'Person kann', 'Personen können')} eingeladen werden${
        bad.length === 0 ? '.' : `, ${formatCount(bad.length, 'Zeile ist', 'Zeilen sind')} fehlerhaft.`
      }`}
    >
      {tooLong && (
        <Alert tone="error" title="Die Liste ist zu lang">
          Bitte teilen Sie sie auf: höchstens {formatNumber(LONGEST_LIST)} Zeilen auf einmal.
        </Alert>
      )}
      {bad.length > 0 && (
        <Alert tone="warning" title="Diese Zeilen werden übersprungen">
          <LineList lines={bad.map((line) => ({ key: keyOf(line), line: line.line, text: line.problems.join(' ') }))} />
        </Alert>
      )}
      {known.length > 0 && (
        <Alert tone="info" title="Diese Personen kennt Ihre Weiterbildungsstätte schon">
          <Stack as="ul" gap={0.25} sx={{ paddingInlineStart: 2, maxHeight: '14rem', overflowY: 'auto' }} tabIndex={0}>
            {known.map(({ line, words }) => (
              <li key={keyOf(line)}>
                {line.email} {words}.
              </li>
            ))}
          </Stack>
        </Alert>
      )}
      {guessed.length > 0 && (
        <Alert
          tone="info"
          title={`${formatCount(guessed.length, 'Name kommt', 'Namen kommen')} aus der Adresse`}
          actions={
            <Button size="small" icon="edit" onClick={onWriteOut}>
              Namen in der Liste bearbeiten
            </Button>
          }
        >
          Bitte prüfen Sie sie, zum Beispiel auf Umlaute und die Reihenfolge.
        </Alert>
      )}
      <DataTable
        caption="Gelesene Zeilen"
        columns={columnsFor(listed)}
        rows={lines.slice(0, SHOWN_LINES)}
        rowKey={keyOf}
      />
      {lines.length > SHOWN_LINES && (
        <Text variant="small" tone="muted">
          und {formatCount(lines.length - SHOWN_LINES, 'weitere Zeile', 'weitere Zeilen')}
        </Text>
      )}
    </Section>
  );
}
