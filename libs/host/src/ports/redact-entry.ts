import type { TelemetryEntry } from './telemetry-entry';

/** The part of an entry that leaves the browser: no user input, and only the first part of addresses. */
export interface RedactedEntry {
  readonly name: string;
  readonly remote: string;
  readonly version: string | null;
  readonly team: string | null;
  readonly data?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Facts that are sent unchanged: our own words, numbers and random ids. */
const FACTS = [
  'kind',
  'next',
  'supportId',
  'requestId',
  'type',
  'place',
  'stack',
  'times',
  'phase',
  'start',
  'ms',
] as const;

/**
 * The part of an entry that is sent to `telemetryUrl`; null when it is only useful in this page. Messages are not sent:
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
  // Phases only matter for their total time; an unwatched start has none.
  if (name === 'area-phase' && data['start'] === undefined) return null;
  const facts = FACTS.flatMap((fact) => {
    const value = data[fact];
    return value === undefined ? [] : [[fact, value] as const];
  });
  const page = name === 'not-found' ? [['page', firstPart(message)] as const] : [];
  return { name, remote, version, team, data: Object.fromEntries([...facts, ...page]) };
}

/** The first part of a path: ids, tokens and names come later, or are not our words. */
function firstPart(path: string): string {
  return /^\/[a-z0-9-]{0,30}(?=\/|$)/.exec(path)?.[0] ?? '/…';
}
