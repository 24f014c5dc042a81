import type { TelemetryEntry } from './telemetry-entry';

/** What leaves the browser of an entry: nothing that somebody wrote, and no address with more than its first part. */
export interface RedactedEntry {
  readonly name: string;
  readonly remote: string;
  readonly version: string | null;
  readonly team: string | null;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Facts that are sent as they are: words, numbers and random ids of our own. */
const FACTS = ['kind', 'next', 'supportId', 'type', 'place', 'times', 'phase', 'start', 'ms'] as const;

/**
 * The part of an entry that is sent to `telemetryUrl`; null for what is of use in this page alone. Messages stay here:
 * they may name a record or a person.
 */
export function redactEntry({
  name,
  remote,
  version,
  team,
  message = '',
  data = {},
}: TelemetryEntry): RedactedEntry | null {
  // Of a way through all phases, what counts is how long it took; a start that nobody could watch has no time.
  if (name === 'area-phase' && data['start'] === undefined) return null;
  const facts = FACTS.flatMap((fact) => {
    const value = data[fact];
    return value === undefined ? [] : [[fact, value] as const];
  });
  const page = name === 'not-found' ? [['page', firstPart(message)] as const] : [];
  return { name, remote, version, team, data: Object.fromEntries([...facts, ...page]) };
}

/** The first part of a path: an id, a token or a name stands further behind, or is none of our words. */
function firstPart(path: string): string {
  return /^\/[a-z0-9-]{0,30}(?=\/|$)/.exec(path)?.[0] ?? '/…';
}
