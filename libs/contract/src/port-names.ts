import type { Ports } from './ports';

/** Members that every shell of this contract has. A reader of any other member must cope without it. */
type Given<T> = { [K in keyof T & string]-?: undefined extends T[K] ? never : K }[keyof T & string];

/**
 * Every port with its members, for builds: the release lists the members that an area reads, and the shell checks them
 * before it runs any of the area's code (since 1.10). The compiler checks the list against `Ports` in both directions.
 */
const MEMBERS = {
  basePath: [],
  session: ['getSnapshot', 'subscribe', 'getAccessToken', 'reloadProfile', 'signOut'],
  navigation: ['getLocation', 'subscribe', 'push', 'replace', 'go', 'guardLeave'],
  notify: [],
  events: ['publish', 'subscribe'],
  slots: ['mount'],
  telemetry: ['report'],
  colorScheme: ['get', 'subscribe'],
  backend: ['url', 'publishableKey'],
  supabase: [],
  supportEmail: [],
  release: ['remote', 'title', 'team', 'version'],
} as const satisfies { readonly [P in Given<Ports>]: readonly Given<Ports[P]>[] };

/** Ports whose members the contract does not define: a function, a text, the client of a library. */
type Plain = 'basePath' | 'notify' | 'supabase' | 'supportEmail';

/** Not assignable when a member was left out above. */
MEMBERS satisfies { readonly [P in Exclude<Given<Ports>, Plain>]: readonly Left<P>[] };
type Left<P extends Exclude<Given<Ports>, Plain>> =
  Exclude<Given<Ports[P]>, (typeof MEMBERS)[P][number]> extends never ? string : never;

/** `session`, `session.getSnapshot` and so on, sorted. */
export const PORT_NAMES: readonly string[] = Object.entries(MEMBERS)
  .flatMap(([port, members]) => [port, ...members.map((member) => `${port}.${member}`)])
  .toSorted();
