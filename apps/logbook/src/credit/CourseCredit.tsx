import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { categoryTitle, courseCreditQuery, CREDIT_SOURCE_LABELS, type CourseCredit as Credit } from '@nemus/data';
import { formatUnits, Skeleton, Stack, Text } from '@nemus/ui';

/** "Theorie 8 UE, Praxis 2 UE": units of each category, in the order of the parts. */
function countedWords(parts: Credit['parts']): string {
  const sums = new Map<string, number>();
  for (const { category, title, units } of parts) {
    if (category === null) continue;
    const name = categoryTitle({ category, title });
    sums.set(name, (sums.get(name) ?? 0) + units);
  }
  return [...sums].map(([name, units]) => `${name} ${formatUnits(units)}`).join(', ');
}

/**
 * What a course would count for in the account's chosen set. Renders nothing without an answer, since it is optional
 * here.
 */
export function CourseCredit({ courseId }: { readonly courseId: string }) {
  const { data, isError } = useQuery(courseCreditQuery(useDataClient(), courseId));
  if (isError) return null;
  if (data === undefined) return <Skeleton width="14rem" height={20} />;
  const { set, parts } = data;
  if (parts.length === 0) return null;
  const counted = countedWords(parts);
  const nothing = parts.filter(({ category }) => category === null);
  return (
    <Stack gap={0.25}>
      {counted !== '' && (
        <Text variant="small" numeric>
          <strong>Zählt für:</strong> {counted}
        </Text>
      )}
      {nothing.length > 0 && (
        <Text variant="small" tone="muted" numeric>
          Zählt in Ihrem Satz nicht:{' '}
          {nothing.map(({ source, units }) => `${CREDIT_SOURCE_LABELS[source]} ${formatUnits(units)}`).join('; ')}
        </Text>
      )}
      <Text variant="caption" tone="muted">
        {set === null
          ? 'Sie haben im Logbuch noch keine Anforderungen gewählt.'
          : `Nach Ihren Anforderungen: ${set.name}, Version ${set.version}`}
      </Text>
    </Stack>
  );
}
