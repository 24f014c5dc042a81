import {
  CONFIRMER_ROLE_LABELS,
  formatMinutes,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  type CertificateVerdict,
} from '@nemus/data';
import { Alert, DefinitionList, Stack } from '@nemus/ui';

/** What a printed logbook must show beyond its head: a shifted category or another state differs from it. */
export function LogbookVerdict({ logbook }: { logbook: NonNullable<CertificateVerdict['logbook']> }) {
  const { sums, entries, signers, step, hash, newer } = logbook;
  return (
    <Stack gap={2.5}>
      {newer && (
        <Alert tone="warning" title="Es gibt einen neueren Stand.">
          Seit diesem Ausdruck wurden weitere Stunden oder Berichtigungen bestätigt. Lassen Sie sich bei Bedarf einen
          neuen Ausdruck geben.
        </Alert>
      )}
      <DefinitionList
        items={[
          ...HOUR_CATEGORIES.flatMap((category) => {
            const minutes = sums?.[category];
            return minutes === undefined
              ? []
              : [{ term: HOUR_CATEGORY_LABELS[category], value: formatMinutes(minutes) }];
          }),
          { term: 'Einträge', value: String(entries) },
          ...(signers ?? []).map(({ name, role, institution, address }) => ({
            term: role === null ? 'Bestätigt von' : `Bestätigt von (${CONFIRMER_ROLE_LABELS[role]})`,
            value: [name, institution, ...(address ?? '').split('\n')].filter(Boolean).join(', '),
          })),
          ...(hash === null
            ? []
            : [{ term: 'Verlauf', value: `${step ?? 0} Schritte, Prüfsumme des letzten: ${hash}` }]),
        ]}
      />
    </Stack>
  );
}
