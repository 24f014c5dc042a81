import { Alert, formatCount, formatNumber, Section, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { LONGEST_LIST, type ListLine } from './invitation-list';

/** Lines that the preview shows; bad ones are named above in any case. */
const SHOWN_LINES = 50;

/** A line can hold several people, as mail programs write them. */
const keyOf = ({ line, email }: Pick<ListLine, 'line' | 'email'>) => `${line} ${email}`;

const COLUMNS: readonly Column<ListLine>[] = [
  { key: 'line', header: 'Zeile', width: '4rem', cell: ({ line }) => line },
  { key: 'name', header: 'Name', cell: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() || '–' },
  { key: 'email', header: 'E-Mail', cell: ({ email }) => email || '–' },
  {
    key: 'state',
    header: 'Prüfung',
    cell: ({ problems }) =>
      problems.length === 0 ? (
        <StatusChip tone="success">In Ordnung</StatusChip>
      ) : (
        <StatusChip tone="error">Fehlerhaft</StatusChip>
      ),
  },
];

/** What was understood of a list: every bad line by its number, and the lines themselves. */
export function ListPreview({ lines, tooLong }: { lines: readonly ListLine[]; tooLong: boolean }) {
  const bad = lines.filter(({ problems }) => problems.length > 0);
  const good = lines.length - bad.length;
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
          <Stack as="ul" gap={0.25} sx={{ paddingInlineStart: 2, maxHeight: '14rem', overflowY: 'auto' }} tabIndex={0}>
            {bad.map(({ line, email, problems }) => (
              <li key={keyOf({ line, email })}>
                Zeile {line}: {problems.join(' ')}
              </li>
            ))}
          </Stack>
        </Alert>
      )}
      <DataTable caption="Gelesene Zeilen" columns={COLUMNS} rows={lines.slice(0, SHOWN_LINES)} rowKey={keyOf} />
      {lines.length > SHOWN_LINES && (
        <Text variant="small" tone="muted">
          und {formatCount(lines.length - SHOWN_LINES, 'weitere Zeile', 'weitere Zeilen')}
        </Text>
      )}
    </Section>
  );
}
