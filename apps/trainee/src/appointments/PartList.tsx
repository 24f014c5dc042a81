import { partName, type DatePart, type PartMarks } from '@nemus/data';
import { formatUnits, Stack, Text } from '@nemus/ui';
import { formatPeriod } from './parts';

const ATTENDED = { present: 'teilgenommen', partial: 'teilweise teilgenommen', absent: 'nicht teilgenommen' } as const;

/** The parts of a date: when, how much, and recorded attendance. Nothing for a date with a single part. */
export function PartList({
  parts,
  needed,
  marks = null,
}: {
  parts: readonly DatePart[] | null;
  /** Attended parts that the certificate needs. */
  needed: number | null;
  marks?: PartMarks;
}) {
  if (parts === null) return null;
  return (
    <Stack gap={0.5}>
      <Stack as="ol" role="list" gap={0.25} aria-label="Teile" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {parts.map((part, place) => {
          const mark = marks?.[part.id];
          return (
            <Text as="li" key={part.id} variant="small" numeric sx={{ overflowWrap: 'anywhere' }}>
              {[
                `${partName(part, place)}, ${formatPeriod(part)}`,
                part.units > 0 && formatUnits(part.units),
                mark && ATTENDED[mark.attendance],
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          );
        })}
      </Stack>
      {needed !== null && (
        <Text variant="caption" tone="muted">
          {needed < parts.length
            ? `Für die Bescheinigung besuchen Sie mindestens ${needed} von ${parts.length} Teilen; es zählen die besuchten.`
            : 'Für die Bescheinigung besuchen Sie alle Teile.'}
        </Text>
      )}
    </Stack>
  );
}
