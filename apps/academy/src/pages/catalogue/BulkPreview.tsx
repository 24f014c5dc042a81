import type { ChangedSeminar, SeminarChange } from '@nemus/data';
import { Box, formatCount, Section, Text } from '@nemus/ui';
import { changeText, reasonText } from './bulk-change';

/** What a change of many seminars does to each, and what stays and why. */
export function BulkPreview({ rows, change }: { rows: readonly ChangedSeminar[]; change: SeminarChange }) {
  const changed = rows.filter(({ problem }) => problem === null);
  const kept = rows.filter(({ problem }) => problem !== null);
  return (
    <Section
      title="Vorschau"
      description={`${formatCount(changed.length, 'Seminar ändert', 'Seminare ändern')} sich, ${formatCount(kept.length, 'bleibt', 'bleiben')}.`}
    >
      <Lines
        label="Ändert sich"
        rows={changed.map((row) => ({ key: row.id, title: row.title, text: changeText(row, change) }))}
      />
      <Lines
        label="Bleibt"
        rows={kept.map(({ id, title, problem }) => ({ key: id, title, text: reasonText(problem ?? '') }))}
      />
      {change.state === 'retired' && changed.length > 0 && (
        <Text variant="small">Teilnehmende behalten ihren Zugang. Begonnene Zahlungen werden erstattet.</Text>
      )}
    </Section>
  );
}

function Lines({
  label,
  rows,
}: {
  label: string;
  rows: readonly { readonly key: string; readonly title: string | null; readonly text: string }[];
}) {
  if (rows.length === 0) return null;
  return (
    <div>
      <Text strong>{label}</Text>
      <Box
        component="ul"
        aria-label={label}
        sx={{ margin: 0, paddingInlineStart: '1.25rem', overflowWrap: 'anywhere' }}
      >
        {rows.map(({ key, title, text }) => (
          <li key={key}>
            {title ?? 'Ein Seminar'}: {text}
          </li>
        ))}
      </Box>
    </div>
  );
}
