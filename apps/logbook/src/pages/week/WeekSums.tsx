import { formatMinutes, HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, type LogbookEntry } from '@nemus/data';
import { Card, DefinitionList, Text } from '@nemus/ui';
import type { LocalEntry } from '../../outbox/local-entries';

/** Minutes of a week by category: the server's entries, with local changes, and without corrected ones. */
export function sumsOf(entries: readonly LogbookEntry[], kept: readonly LocalEntry[]) {
  const here = new Map(kept.map((entry) => [entry.id, entry]));
  const all = [
    ...entries
      .filter(({ id, corrected_by: corrected }) => !here.has(id) && corrected === null)
      .map(({ category, minutes }) => ({ category, minutes })),
    ...kept
      .filter(({ form }) => /^\d{1,4}$/.test(form.minutes))
      .map(({ form }) => ({ category: form.category, minutes: Number(form.minutes) })),
  ];
  return HOUR_CATEGORIES.flatMap((category) => {
    const minutes = all.filter((one) => one.category === category).reduce((sum, one) => sum + one.minutes, 0);
    return minutes > 0 ? [{ category, minutes }] : [];
  });
}

/** The sums of the week, in units. */
export function WeekSums({ sums }: { sums: ReturnType<typeof sumsOf> }) {
  return (
    <Card level={2} title="Summe der Woche">
      {sums.length === 0 ? (
        <Text tone="muted">Noch keine Stunden.</Text>
      ) : (
        <DefinitionList
          dense
          items={sums.map(({ category, minutes }) => ({
            term: HOUR_CATEGORY_LABELS[category],
            value: formatMinutes(minutes),
          }))}
        />
      )}
    </Card>
  );
}
