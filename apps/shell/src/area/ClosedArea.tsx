import { switchedOff, type RegisteredRemote, type SwitchedOff } from '@nemus/registry';
import { ClosedCard, formatDateTime } from '@nemus/ui';
import { useStore } from 'zustand';
import { usePortal, useRegistryState } from '../portal/portal-context';
import { UNCHECKED } from '@nemus/host/registry/apply-stop-list';

/** Text for users when there is no reason, or none that may be shown. */
const NO_REASON = 'Der Bereich ist vorübergehend abgeschaltet.';
/** The registry's switch is unsigned: anyone with access to the store could write it. */
const UNSIGNED =
  'Diese Mitteilung ist nicht digital unterschrieben. Geben Sie wegen einer solchen Mitteilung nie ein Passwort oder Zahlungsdaten weiter.';

/** What is known of a closed area; null for an open one, or when it is closed because nothing could be verified. */
function useSwitchedOff(name: string): SwitchedOff | null {
  const { document } = useRegistryState();
  const { list } = useStore(usePortal().stops.store);
  return document ? switchedOff(document, list, name) : null;
}

/** The notice that replaces a closed area: who, why, and until when, as far as known. */
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
    // Team names are internal; users know the area.
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
