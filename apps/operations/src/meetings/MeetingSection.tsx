import { useQuery } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import { Alert, Button, formatCount, MISSING, Section, Skeleton, Stack, StatusChip, Text } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { compositionQuery, type Registry } from '../composition';
import { useReleases } from '../useReleases';
import { eventRows, slotRows, type MeetingProblem, type MeetingRow, type Participant } from './meeting-rows';
import { meetingsQuery, type ReleaseMeeting } from './read-meetings';

/** Dependencies between areas: slots and events, as declared by the releases in the registry. */
export function MeetingSection() {
  const composition = useQuery(compositionQuery(useReleases()));
  return (
    <Section
      title="Verbindungen"
      description="Welcher Bereich was von anderen zeigt und hört, nach den Angaben der Versionen im Verzeichnis."
    >
      <QueryPart query={composition} title="Das Verzeichnis" loading={<Skeleton width="100%" height={240} />}>
        {({ registry }) => <Meetings registry={registry} />}
      </QueryPart>
    </Section>
  );
}

function Meetings({ registry }: { registry: Registry }) {
  const meetings = useQuery(meetingsQuery(registry, useReleases()));
  return (
    <QueryPart query={meetings} title="Verbindungen" loading={<Skeleton width="100%" height={240} />}>
      {(releases) => <Found releases={releases} onReload={() => void meetings.refetch()} />}
    </QueryPart>
  );
}

function Found({ releases, onReload }: { releases: readonly ReleaseMeeting[]; onReload: () => void }) {
  const slots = slotRows(releases);
  const events = eventRows(releases);
  const unfit = [...slots, ...events].filter(({ problems }) => problems.length > 0).length;
  return (
    <Stack gap={4}>
      {unfit > 0 ? (
        <Alert
          tone="warning"
          title={`${formatCount(unfit, 'Verbindung passt nicht', 'Verbindungen passen nicht')} zusammen`}
        >
          Wo ein Slot fehlt oder ablehnt, steht im zeigenden Bereich sein Ersatz.
        </Alert>
      ) : null}
      <DataTable
        caption="Slots und wer sie anbietet und zeigt"
        columns={columnsOf('Slot', { givers: 'Gezeigt von', takers: 'Angeboten von' })}
        rows={slots}
        rowKey={({ name }) => name}
        empty={<Text tone="muted">Kein Bereich zeigt etwas von einem anderen.</Text>}
      />
      <DataTable
        caption="Ereignisse und wer sie meldet und hört"
        columns={columnsOf('Ereignis', { givers: 'Gemeldet von', takers: 'Gehört von' })}
        rows={events}
        rowKey={({ name }) => name}
        empty={<Text tone="muted">Kein Bereich meldet oder hört ein Ereignis.</Text>}
      />
      <Text variant="caption" tone="muted">
        Die Zahl ist die Version des Vertrags: Wer zeigt oder meldet, braucht sie; wer anbietet oder hört, versteht
        alles bis zu ihr.
      </Text>
      <Unknown releases={releases} onReload={onReload} />
    </Stack>
  );
}

function columnsOf(
  what: string,
  { givers, takers }: { readonly givers: string; readonly takers: string },
): Column<MeetingRow>[] {
  return [
    { key: 'name', header: what, cell: ({ name }) => <code>{name}</code> },
    { key: 'takers', header: takers, cell: (row) => <Participants list={row.takers} before="bis " /> },
    { key: 'givers', header: givers, cell: (row) => <Participants list={row.givers} before="" /> },
    { key: 'state', header: 'Stand', cell: ({ problems }) => <Problems list={problems} /> },
  ];
}

/** A list of areas. @param before Text before the version of the contract. */
function Participants({ list, before }: { list: readonly Participant[]; before: string }) {
  if (list.length === 0) return <>{MISSING}</>;
  return (
    <Stack gap={0.5}>
      {list.map(({ area, title, version, contract, isCanary }) => (
        <Stack key={`${area} ${version}`} gap={0}>
          <span>
            {title}
            {isCanary ? ' (Canary)' : ''}
          </span>
          <Text variant="caption" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
            {contract === null ? 'ohne Angabe' : `${before}${contract}`}, <code>{version}</code>
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}

function Problems({ list }: { list: readonly MeetingProblem[] }) {
  if (list.length === 0) return <StatusChip tone="success">Passt</StatusChip>;
  return (
    <Stack gap={0.5} align="start">
      <StatusChip tone="warning">Passt nicht</StatusChip>
      {list.map((problem) => (
        <Text key={wordsOf(problem)} variant="caption" sx={{ overflowWrap: 'anywhere' }}>
          {wordsOf(problem)}
        </Text>
      ))}
    </Stack>
  );
}

function wordsOf(problem: MeetingProblem): string {
  switch (problem.kind) {
    case 'no-provider':
      return 'Kein Bereich bietet diesen Slot an.';
    case 'off':
      return `${problem.taker.title} ist abgeschaltet.`;
    case 'too-new': {
      const { giver, taker } = problem;
      return `${giver.title} braucht ${giver.contract ?? MISSING}, ${taker.title} ${taker.version} versteht bis ${taker.contract ?? MISSING}.`;
    }
  }
}

/** Releases whose meetings are unknown, and why. */
function Unknown({ releases, onReload }: { releases: readonly ReleaseMeeting[]; onReload: () => void }) {
  const of = (why: 'before' | 'failed') =>
    releases
      .filter((release) => release.known === null && release.why === why)
      .map(({ area, version }) => `${area.title} ${version}`)
      .join(', ');
  const before = of('before');
  const failed = of('failed');
  return (
    <>
      {before === '' ? null : (
        <Text variant="small" tone="muted" sx={{ overflowWrap: 'anywhere' }}>
          Vor diesen Angaben gebaut, deshalb nicht verglichen: {before}.
        </Text>
      )}
      {failed === '' ? null : (
        <Alert
          tone="warning"
          title="Nicht alle Angaben konnten gelesen werden"
          actions={
            <Button size="small" onClick={onReload}>
              Erneut lesen
            </Button>
          }
        >
          {failed}
        </Alert>
      )}
    </>
  );
}
