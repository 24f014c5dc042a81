import { Box, formatCount, formatDateTime, Link, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { Link as RouterLink } from 'react-router-dom';
import { columnLabel } from './column-words';
import { differencesOf } from './differences';
import type { LogLine, LogWords } from './log-line';

/** Lines of a log: when, who, what, and whom or what it is about. Column names and ids are only under "Einzelheiten". */
export function LogTable<Line extends LogLine>({
  lines,
  words,
  withKeys,
}: {
  lines: readonly Line[];
  words: LogWords<Line>;
  /** Whether the details show the key of the subject. */
  withKeys: boolean;
}) {
  const columns: readonly Column<Line>[] = [
    { key: 'at', header: 'Zeit', cell: ({ at }) => formatDateTime(at) },
    { key: 'actor', header: 'Wer', cell: words.actor },
    { key: 'action', header: 'Was', cell: (line) => `${words.action(line)}: ${words.subject(line.subject)}` },
    { key: 'about', header: 'Wen oder was', cell: (line) => <About line={line} to={words.link?.(line) ?? null} /> },
    {
      key: 'details',
      header: 'Einzelheiten',
      cell: (line) => <Details line={line} words={words} withKey={withKeys} />,
    },
  ];
  return <DataTable caption="Protokoll" columns={columns} rows={lines} rowKey={({ id }) => String(id)} />;
}

function About({ line, to }: { line: LogLine; to: string | null }) {
  // What is gone has no page.
  if (to === null || line.action === 'delete') return line.about;
  return (
    <Link component={RouterLink} to={to}>
      {line.about === '' ? 'Öffnen' : line.about}
    </Link>
  );
}

function Details<Line extends LogLine>({
  line,
  words,
  withKey,
}: {
  line: Line;
  words: LogWords<Line>;
  withKey: boolean;
}) {
  const differences = differencesOf(line);
  if (!withKey && differences.length === 0) return null;
  return (
    <Box component="details" sx={{ textAlign: 'start' }}>
      <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24, whiteSpace: 'nowrap' }}>
        {differences.length === 0 ? 'Einzelheiten' : formatCount(differences.length, 'Angabe', 'Angaben')}
      </Box>
      <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, marginBlock: 1 }}>
        {differences.map(({ name, before, after }) => (
          <Text as="li" key={name} variant="small" sx={{ overflowWrap: 'anywhere' }}>
            <strong>{words.column?.(name) ?? columnLabel(name)}</strong>:{' '}
            {before === null ? 'leer' : <del>{before}</del>} → {after === null ? 'leer' : <ins>{after}</ins>}
          </Text>
        ))}
        {withKey && (
          <Text as="li" variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
            Kennung: {line.subject_id}
          </Text>
        )}
      </Stack>
    </Box>
  );
}
