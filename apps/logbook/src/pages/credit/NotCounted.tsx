import { CREDIT_SOURCE_LABELS, formatMinutes, type CountedHours } from '@nemus/data';
import { DefinitionList, formatCount, Section, Surface, Text } from '@nemus/ui';

/** What does not count in the chosen set, by kind of source. */
export function NotCounted({ parts }: { parts: CountedHours['not_counted'] }) {
  return (
    <Section title="Zählt in diesem Satz nicht">
      <Surface>
        {parts.length === 0 ? (
          <Text tone="muted">Alles, was Sie getan haben, zählt in diesem Satz.</Text>
        ) : (
          <>
            <Text variant="small" tone="muted">
              Der Satz nennt für diese Quellen keine Kategorie. Nichts davon geht verloren: Wechseln Sie den Satz, zählt
              es dort, wo er es vorsieht.
            </Text>
            <DefinitionList
              items={parts.map(({ source, minutes, pieces }) => ({
                term: CREDIT_SOURCE_LABELS[source],
                value: `${formatMinutes(minutes)} (${formatCount(pieces, 'Nachweis', 'Nachweise')})`,
              }))}
            />
          </>
        )}
      </Surface>
    </Section>
  );
}
