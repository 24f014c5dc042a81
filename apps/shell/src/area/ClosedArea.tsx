import { switchedOff, type RegisteredRemote, type SwitchedOff } from '@nemus/registry';
import { ClosedCard, formatDateTime } from '@nemus/ui';
import { useStore } from 'zustand';
import { usePortal, useRegistryState } from '../portal/portal-context';
import { UNCHECKED } from '../registry/apply-stop-list';

/** What users read where nobody says why, or nothing of it may be shown. */
const NO_REASON = 'Der Bereich ist vorübergehend abgeschaltet.';
/** Nobody signs the registry's switch: whoever reaches the store could write there. */
const UNSIGNED =
  'Diese Mitteilung ist nicht digital unterschrieben. Geben Sie wegen einer solchen Mitteilung nie ein Passwort oder Zahlungsdaten weiter.';

/** What is known of a closed area; null for one that is open, or is closed because nothing could be checked. */
function useSwitchedOff(name: string): SwitchedOff | null {
  const { document } = useRegistryState();
  const { list } = useStore(usePortal().stops.store);
  return document ? switchedOff(document, list, name) : null;
}

/** The notice in the place of an area that is closed: who, why, and until when, as far as they say so. */
export function ClosedArea({
  remote,
  onRetry,
  retrying,
}: {
  remote: RegisteredRemote;
  onRetry: () => void;
  retrying: boolean;
}) {
  const found = useSwitchedOff(remote.name);
  const isUnchecked = remote.disabledReason === UNCHECKED;
  const off = isUnchecked ? null : found;
  const facts = [
    // Teams have names of their own among us; readers know the area.
    ...(off?.by
      ? [{ term: 'Mitteilung von', value: off.by === `Team ${remote.team}` ? `Team ${remote.title}` : off.by }]
      : []),
    ...(off?.since ? [{ term: 'Abgeschaltet seit', value: `${formatDateTime(off.since)} Uhr` }] : []),
  ];
  return (
    <ClosedCard
      area={remote.title}
      reason={isUnchecked ? UNCHECKED : (off?.reason ?? NO_REASON)}
      facts={facts}
      source={off?.kind === 'switched' && off.reason !== null ? UNSIGNED : undefined}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}
