import {
  CONFIRMER_ROLE_LABELS,
  ENTRY_ATTRIBUTE_LABELS,
  ENTRY_ATTRIBUTE_VALUES,
  ENTRY_ATTRIBUTES,
  formatMinutes,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  type CertificateVerdict,
} from '@nemus/data';
import { Alert, DefinitionList, formatCount, Stack, Text } from '@nemus/ui';

/** What a printed logbook must show beyond its head: a shifted category or another state differs from it. */
export function LogbookVerdict({ logbook }: { logbook: NonNullable<CertificateVerdict['logbook']> }) {
  const { sums, entries, signers, settings, attributes, courses, certificates, step, hash, newer } = logbook;
  return (
    <Stack gap={2.5}>
      {newer && (
        <Alert tone="warning" title="Es gibt einen neueren Stand.">
          Seit diesem Ausdruck wurden weitere Stunden oder Berichtigungen bestätigt, oder ein Nachweis oder besuchte
          Stunden darauf wurden zurückgenommen. Lassen Sie sich bei Bedarf einen neuen Ausdruck geben.
        </Alert>
      )}
      <DefinitionList
        items={[
          ...sumsOf(sums).map(([term, value]) => ({ term, value })),
          ...ENTRY_ATTRIBUTES.flatMap((name) => {
            const minutes: Readonly<Record<string, number>> =
              (name === 'setting' ? settings : attributes?.[name]) ?? {};
            return Object.entries(ENTRY_ATTRIBUTE_VALUES[name]).flatMap(([value, word]) =>
              totalOf(`${ENTRY_ATTRIBUTE_LABELS[name]}: ${word}`, minutes[value]),
            );
          }),
          ...Object.entries(attributes?.site ?? {})
            .toSorted(([a], [b]) => a.localeCompare(b, 'de'))
            .flatMap(([site, minutes]) => totalOf(`Stätte: ${site}`, minutes)),
          { term: certificates === null ? 'Einträge und Zertifikate' : 'Einträge', value: String(entries) },
          ...linesOf('Kurse', courses),
          ...linesOf('Zertifikate von anderswo', certificates),
          ...(signers ?? []).map(({ name, role, institution, address }) => ({
            term: role === null ? 'Bestätigt von' : `Bestätigt von (${CONFIRMER_ROLE_LABELS[role]})`,
            value: [name, institution, ...(address ?? '').split('\n')].filter(Boolean).join(', '),
          })),
          ...(hash === null
            ? []
            : [{ term: 'Verlauf', value: `${step ?? 0} Schritte, Prüfsumme des letzten: ${hash}` }]),
        ]}
      />
      <Text variant="small" tone="muted">
        Geburtsdatum, Kammer, Gebiet, Verfahren, Zeiträume und Abschnitte der Beschäftigung sind Angaben der Person. Sie
        werden hier nicht geprüft, ebenso wenig Fälle und einzelne Zeilen: ihr Tag, ihre Dauer, ihre Angaben, ihr Text
        und wer sie bestätigt hat.
        {attributes === null &&
          ' Die Summen nach Form, Altersgruppe, Verfahren, Leistung und Stätte werden bei diesem älteren Ausdruck nicht geprüft.'}
      </Text>
    </Stack>
  );
}

const totalOf = (term: string, minutes: number | undefined) =>
  minutes === undefined ? [] : [{ term, value: formatMinutes(minutes) }];

/** A list of the paper: its lines, and its sums; nothing where the paper is older. */
const linesOf = (term: string, lines: NonNullable<CertificateVerdict['logbook']>['courses']) =>
  lines === null
    ? []
    : [
        {
          term,
          value: [
            lines.count === 0 ? 'keine' : formatCount(lines.count, 'Zeile', 'Zeilen'),
            ...sumsOf(lines.sums).map(([category, sum]) => `${category} ${sum}`),
          ].join(', '),
        },
      ];

/** Categories and their sums in words. */
const sumsOf = (sums: NonNullable<CertificateVerdict['logbook']>['sums']): readonly (readonly [string, string])[] =>
  HOUR_CATEGORIES.flatMap((category) => {
    const minutes = sums?.[category];
    return minutes === undefined ? [] : [[HOUR_CATEGORY_LABELS[category], formatMinutes(minutes)] as const];
  });
