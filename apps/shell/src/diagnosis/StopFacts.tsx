import type { StopList } from '@nemus/registry';
import { DefinitionList, formatDateTime, Section } from '@nemus/ui';
import { useStore } from 'zustand';
import { usePortal } from '../portal/portal-context';
import type { StopState } from '../registry/stop-source';

const STATUS: Readonly<Record<StopState['status'], string>> = {
  off: 'Nicht eingerichtet: In der Konfiguration steht kein Schlüssel des Betriebs.',
  loading: 'Wird gelesen',
  current: 'Aktuell',
  kept: 'Keine gültige Liste zu bekommen. Was dieser Browser zuletzt gesehen hat, gilt weiter.',
  unknown: 'Keine gültige Liste zu bekommen, und dieser Browser kennt keine frühere.',
};

/** What the operators have stopped, and whether this browser knows it for certain. */
export function StopFacts() {
  const { status, list, problem } = useStore(usePortal().stops.store);
  const facts = [{ term: 'Stand', value: STATUS[status] }];
  const problems = problem === null ? [] : [{ term: 'Grund', value: <span lang="en">{problem}</span> }];
  return (
    <Section title="Sperrliste" description="Was der Betrieb gesperrt hat, gibt nur der Betrieb wieder frei.">
      <DefinitionList dense items={[...facts, ...problems, ...(list ? listed(list) : [])]} />
    </Section>
  );
}

function listed({ serial, issuedAt, expiresAt, areas, canaries, signature }: StopList) {
  const stops = areas.map(({ name, versions, reason, by, since }) => ({
    term: `Gesperrt: ${name}`,
    value: `${versions ? `${versions.join(', ')}: ` : ''}${reason} (${by}, ${formatDateTime(since)} Uhr)`,
  }));
  const halts = canaries.map(({ name, version, reason, by, since }) => ({
    term: `Canary gesperrt: ${name}`,
    value: `${version}: ${reason} (${by}, ${formatDateTime(since)} Uhr)`,
  }));
  return [
    { term: 'Seriennummer', value: `${serial}, unterschrieben mit ${signature.keyId}` },
    { term: 'Ausgestellt', value: `${formatDateTime(issuedAt)} Uhr` },
    { term: 'Gültig bis', value: `${formatDateTime(expiresAt)} Uhr` },
    ...stops,
    ...halts,
    ...(stops.length + halts.length === 0 ? [{ term: 'Gesperrt', value: 'Nichts' }] : []),
  ];
}
