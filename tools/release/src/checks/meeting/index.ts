import { MEETING_FILE } from '@nemus/contract';
import type { RegisteredRemote, ReleasePointer } from '@nemus/registry';
import type { ReleaseFiles } from '../../release-files';
import type { Check, CheckContext } from '../check';
import { compareMeetings, ownProblems, type Encounter, type Party } from './compare';
import { readMeeting } from './read-meeting';

/** What a release says by itself of where it meets others. */
export const ownMeetingCheck: Check = {
  name: 'meeting',
  remedy: 'Correct meeting.config.ts, and build again.',
  run: async ({ files, hint }) => {
    const read = await readMeeting(files);
    const { declaration, version } = files.release;
    if (read.kind === 'none') {
      hint?.(`${declaration.name} ${version} does not say where it meets other areas: it has no ${MEETING_FILE}.`);
      return [];
    }
    if (read.kind === 'unreadable') return [read.message];
    const party: Party = { area: declaration.name, version, meeting: read.document };
    const declared = namesOf(declaration.slots);
    const offered = namesOf(read.document.offers);
    return [
      ...(declared === offered ? [] : [`It declares the slots ${declared || '-'}, and offers ${offered || '-'}.`]),
      ...ownProblems(party),
      ...compareMeetings(party, party).problems,
    ];
  },
};

/** What a release sends and takes, against what users have of the other areas. */
export const meetingCheck: Check = {
  name: 'meeting',
  remedy:
    'Release first the area that takes, then the one that sends; or send what it understands. Ask its team (docs/guides/adding-an-event-or-a-slot.md).',
  run: async (context) => {
    const { files, registered, hint } = context;
    const read = await readMeeting(files);
    if (read.kind !== 'read') return [];
    const { declaration, version } = files.release;
    const own: Party = { area: declaration.name, version, meeting: read.document };
    const others = await neighbours(context, own.area);
    const encounters = others.flatMap((other) => [compareMeetings(own, other), compareMeetings(other, own)]);
    const slots = new Set(
      registered.filter(({ name }) => name !== own.area).flatMap((remote) => remote.slots.map(({ name }) => name)),
    );
    for (const { name } of own.meeting.shows) {
      if (!slots.has(name) && !declaration.slots.some((slot) => slot.name === name)) {
        hint?.(`No area offers the slot "${name}", which ${own.area} shows: its place has the fallback.`);
      }
    }
    for (const { hints } of encounters) hints.forEach((sentence) => hint?.(sentence));
    return [...new Set(encounters.flatMap(({ problems }: Encounter) => problems))];
  },
};

/** The releases that users have of every other area, as far as they say where they meet others. */
async function neighbours({ registered, open, hint }: CheckContext, own: string): Promise<Party[]> {
  if (!open) return [];
  const given = registered
    .filter(({ name }) => name !== own)
    .flatMap((remote) => inUse(remote).map((pointer) => ({ area: remote.name, pointer })));
  const parties = await Promise.all(
    given.map(async ({ area, pointer }): Promise<Party[]> => {
      const { version } = pointer;
      const files = await opened(open, area, pointer);
      const read = files ? await readMeeting(files) : null;
      if (read?.kind === 'read') return [{ area, version, meeting: read.document }];
      hint?.(
        read === null || read.kind === 'unreadable'
          ? `${area} ${version} is not compared: ${read?.message ?? 'it is not in the store as it was promoted.'}`
          : `${area} ${version} is not compared: it was built before ${MEETING_FILE}.`,
      );
      return [];
    }),
  );
  return parties.flat();
}

/** The stable release, and the canary while it runs. */
function inUse({ stable, canary, canaryHalted }: RegisteredRemote): ReleasePointer[] {
  if (!canary || canaryHalted?.version === canary.pointer.version) return [stable];
  return [stable, canary.pointer];
}

async function opened(
  open: NonNullable<CheckContext['open']>,
  area: string,
  { version, digest }: ReleasePointer,
): Promise<ReleaseFiles | null> {
  const files = await open(area, version).catch(() => null);
  return files?.digest === digest ? files : null;
}

const namesOf = (slots: readonly { readonly name: string }[]): string =>
  slots
    .map(({ name }) => name)
    .toSorted()
    .join(', ');
