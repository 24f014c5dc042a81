import { useMemo, useState } from 'react';
import { Stack, Text } from '@nemus/ui';
import { CommandDialog, type CommandEntry } from '@nemus/ui/palette';
import { usePortal, useRegistryState, useSessionState } from '../../portal/portal-context';
import { addRecent, recentOf } from '../recent';
import { menuEntries, offeredEntries, type PaletteEntry } from './entries';
import { ranked } from './rank';
import { shellEntries } from './shell-entries';
import { useSearchResults, type SearchOutcome } from './useSearchResults';
import { useOffers } from './useOffers';

const NO_RIGHTS: readonly string[] = [];
/** Matching pages and actions; search results come below. */
const MOST_FITTING = 8;

/**
 * One field for everything: pages, actions, and search results of the areas. Only the account's own, whatever an area
 * returns.
 */
export function PaletteDialog({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const portal = usePortal();
  const { user, profile } = useSessionState();
  const { document: registry } = useRegistryState();
  const [query, setQuery] = useState('');
  const userId = user?.id ?? '';
  const [recent] = useState(() => recentOf(userId));
  const reader = useMemo(() => ({ role: profile?.userType ?? null, rights: profile?.rights ?? NO_RIGHTS }), [profile]);
  const offers = useOffers(portal.loader, registry, reader);
  const found = useSearchResults(portal.loader, { registry, reader, offers }, query);

  const known = [
    ...(registry ? menuEntries(registry, reader) : []),
    ...offers.flatMap((offer) => offeredEntries(offer.remote, offer.title, offer)),
    ...shellEntries(portal, onKeys),
  ];
  const targets = new Map<string, PaletteEntry['target']>();
  const lines = [...fitting(known, query, recent), ...hits(found)].map(({ target, ...line }): CommandEntry => {
    targets.set(line.id, target);
    return line;
  });

  const choose = ({ id }: CommandEntry) => {
    const target = targets.get(id);
    // First of all: the opened page only takes the focus when no dialog has it.
    onClose();
    if (known.some((entry) => entry.id === id)) addRecent(userId, id);
    if (typeof target === 'string') portal.navigation.port.push(target);
    else target?.();
  };
  return (
    <CommandDialog
      label="Seite, Aktion oder Name suchen"
      entries={lines}
      query={query}
      onQuery={setQuery}
      onChoose={choose}
      onClose={onClose}
      empty={
        <Text tone="muted">
          {isAsking(found)
            ? 'Wird gesucht …'
            : `Zu „${query.trim()}“ gibt es hier nichts. Ein anderes Wort hilft oft weiter.`}
        </Text>
      }
      foot={<SearchNotes outcomes={found} hasLines={lines.length > 0} />}
    />
  );
}

interface Line extends CommandEntry {
  readonly target: PaletteEntry['target'];
}

/** Without a query all entries, recently chosen ones first; with one the matches. */
function fitting(entries: readonly PaletteEntry[], query: string, recent: readonly string[]): Line[] {
  const line =
    (group: string) =>
    ({ id, label, detail, icon, target }: PaletteEntry): Line => ({
      id,
      group,
      label,
      detail,
      icon,
      target,
    });
  if (query.trim() !== '')
    return ranked(entries, query, recent).slice(0, MOST_FITTING).map(line('Seiten und Aktionen'));
  const last = recent.flatMap((id) => entries.filter((entry) => entry.id === id));
  const others = entries.filter(({ id }) => !recent.includes(id));
  return [
    ...last.map(line('Zuletzt geöffnet')),
    ...others.filter(({ kind }) => kind === 'action').map(line('Aktionen')),
    ...others.filter(({ kind }) => kind === 'page').map(line('Seiten')),
  ];
}

/** Search results, under the heading of each search. */
function hits(outcomes: readonly SearchOutcome[]): Line[] {
  return outcomes.flatMap(({ id: search, label: group, state }) =>
    typeof state === 'string'
      ? []
      : state.map(({ id, label, detail, path }) => ({
          id: `${search}/${id}`,
          group,
          label,
          detail,
          icon: 'search',
          target: path,
        })),
  );
}

const isAsking = (outcomes: readonly SearchOutcome[]) => outcomes.some(({ state }) => state === 'asked');

/** What is still loading, and what failed; the rest of the list is not affected. */
function SearchNotes({ outcomes, hasLines }: { outcomes: readonly SearchOutcome[]; hasLines: boolean }) {
  const failed = outcomes.filter(({ state }) => state === 'failed').map(({ label }) => label);
  return (
    <Stack gap={0}>
      <div role="status">
        {failed.length > 0 ? (
          <Text variant="caption" tone="muted">
            Nicht durchsucht: {failed.join(', ')}. Das antwortet gerade nicht.
          </Text>
        ) : null}
      </div>
      <Text variant="caption" tone="muted">
        {hasLines && isAsking(outcomes)
          ? 'Weitere Treffer werden gesucht …'
          : 'Pfeiltasten wählen, Enter öffnet, Esc schließt.'}
      </Text>
    </Stack>
  );
}
