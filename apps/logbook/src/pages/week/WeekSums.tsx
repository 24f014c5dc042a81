import { formatMinutes, HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, type LogbookEntry } from '@nemus/data';
import { Row, Surface, Text } from '@nemus/ui';
import { minutesOf } from '../../entries/duration';
import type { LocalEntry } from '../../outbox/local-entries';

/** Minutes of a week by category: the server's entries, with local changes, and without corrected ones. */
export function sumsOf(entries: readonly LogbookEntry[], kept: readonly LocalEntry[]) {
  const here = new Map(kept.map((entry) => [entry.id, entry]));
  const all = [
    ...entries
      .filter(({ id, corrected_by: corrected }) => !here.has(id) && corrected === null)
      .map(({ category, minutes }) => ({ category, minutes })),
    ...kept.map(({ form }) => ({ category: form.category, minutes: minutesOf(form.minutes) })),
  ];
  return HOUR_CATEGORIES.flatMap((category) => {
    const minutes = all.filter((one) => one.category === category).reduce((sum, one) => sum + one.minutes, 0);
    return minutes > 0 ? [{ category, minutes }] : [];
  });
}

/** Sums by category, in units. */
export function WeekSums({ sums, label = 'Summe der Woche' }: { sums: ReturnType<typeof sumsOf>; label?: string }) {
  return (
    <Surface as="article" aria-label={label} kind="sunken" padding="none" sx={{ padding: 1 }}>
      {sums.length === 0 ? (
        <Text variant="small" tone="muted">
          Noch keine Stunden.
        </Text>
      ) : (
        <Row as="dl" gap={2} sx={{ margin: 0 }}>
          {sums.map(({ category, minutes }) => (
            <Row key={category} gap={0.75}>
              <Text as="dt" variant="small" tone="muted">
                {HOUR_CATEGORY_LABELS[category]}
              </Text>
              <Text as="dd" variant="small" strong numeric>
                {formatMinutes(minutes)}
              </Text>
            </Row>
          ))}
        </Row>
      )}
    </Surface>
  );
}
