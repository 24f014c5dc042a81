import { useQuery } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { DefinitionList, formatDateTime, MISSING, Section, Skeleton, Stack, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { compositionQuery, type ComposedArea, type Stops } from '../composition';
import { useReleases } from '../useReleases';

const COLUMNS: readonly Column<ComposedArea>[] = [
  { key: 'area', header: 'Bereich', cell: ({ title }) => title },
  {
    key: 'keys',
    header: 'Schlüssel',
    cell: ({ signature }) => (
      <code>
        {[signature?.keyId, signature?.countersignature?.keyId].filter((id) => id !== undefined).join(', ') ||
          'ohne Unterschrift'}
      </code>
    ),
  },
  { key: 'serial', header: 'Seriennummer', align: 'end', cell: ({ signature }) => signature?.serial ?? MISSING },
  {
    key: 'until',
    header: 'Gültig bis',
    cell: ({ signature }) => (signature ? `${formatDateTime(signature.expiresAt)} Uhr` : MISSING),
  },
];

/** Which keys signed the entries of the areas, and what the operators' signed list stops. */
export function SignatureSection() {
  const composition = useQuery(compositionQuery(useReleases()));
  return (
    <Section
      title="Schlüssel und Sperrliste"
      description="Was der Betrieb gesperrt hat, gibt nur der Betrieb wieder frei."
    >
      <QueryPart query={composition} title="Das Verzeichnis" loading={<Skeleton width="100%" height={160} />}>
        {({ registry, stops }) => (
          <Stack gap={4}>
            <DataTable
              caption="Unterschriften der Bereiche"
              columns={COLUMNS}
              rows={registry.remotes}
              rowKey={({ name }) => name}
              empty={<Text tone="muted">Das Verzeichnis nennt keinen Bereich.</Text>}
            />
            {stops ? (
              <DefinitionList dense items={factsOf(stops)} />
            ) : (
              <Text tone="muted">Es gibt keine Sperrliste, oder sie ist nicht zu bekommen.</Text>
            )}
          </Stack>
        )}
      </QueryPart>
    </Section>
  );
}

function factsOf({ serial, issuedAt, expiresAt, areas, canaries, signature }: Stops) {
  const stops = areas.map(({ name, versions, reason, by, since }) => ({
    term: `Gesperrt: ${name}`,
    value: `${versions ? `${versions.join(', ')}: ` : ''}${reason} (${by}, ${formatDateTime(since)} Uhr)`,
  }));
  const halts = canaries.map(({ name, version, reason, by, since }) => ({
    term: `Canary gesperrt: ${name}`,
    value: `${version}: ${reason} (${by}, ${formatDateTime(since)} Uhr)`,
  }));
  return [
    { term: 'Sperrliste', value: `${serial}, unterschrieben mit ${signature.keyId}` },
    { term: 'Ausgestellt', value: `${formatDateTime(issuedAt)} Uhr` },
    { term: 'Gültig bis', value: `${formatDateTime(expiresAt)} Uhr` },
    ...stops,
    ...halts,
    ...(stops.length + halts.length === 0 ? [{ term: 'Gesperrt', value: 'Nichts' }] : []),
  ];
}
