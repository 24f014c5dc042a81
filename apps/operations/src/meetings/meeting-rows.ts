import { isUnderstood } from '@nemus/contract';
import type { ReleaseMeeting } from './read-meetings';

/** One release at an event or a slot. */
export interface Participant {
  readonly area: string;
  readonly title: string;
  readonly version: string;
  readonly isCanary: boolean;
  /** The area is switched off for all accounts. */
  readonly isOff: boolean;
  /** Sender: the version that all of it needs. Receiver: the version up to which it understands. Null: not declared. */
  readonly contract: string | null;
}

/** What does not fit where areas meet. */
export type MeetingProblem =
  /** A slot is shown without a provider. */
  | { readonly kind: 'no-provider' }
  /** The slot's provider is switched off. */
  | { readonly kind: 'off'; readonly taker: Participant }
  | { readonly kind: 'too-new'; readonly giver: Participant; readonly taker: Participant };

/** An event or a slot with its areas. */
export interface MeetingRow {
  readonly name: string;
  /** Publish the event, or show the slot. */
  readonly givers: readonly Participant[];
  /** Listen to the event, or offer the slot. */
  readonly takers: readonly Participant[];
  readonly problems: readonly MeetingProblem[];
}

/** Slots by name, with the areas that show and offer them. */
export function slotRows(releases: readonly ReleaseMeeting[]): MeetingRow[] {
  const shows = participants(releases, ({ known }) =>
    known?.shows.map(({ name, since }) => ({ name, contract: since })),
  );
  const offers = participants(
    releases,
    ({ known, area: { slots } }) =>
      known?.offers.map(({ name, upTo }) => ({ name, contract: upTo })) ??
      slots.map(({ name }) => ({ name, contract: null })),
  );
  return rows(shows, offers).map(({ name, givers, takers }) => {
    const isShown = givers.length > 0;
    const offered = takers.filter(({ isOff }) => !isOff);
    const missing: MeetingProblem[] =
      takers.length === 0
        ? [{ kind: 'no-provider' }]
        : offered.length === 0
          ? takers.map((taker) => ({ kind: 'off', taker }))
          : [];
    return { name, givers, takers, problems: [...(isShown ? missing : []), ...tooNew(givers, takers)] };
  });
}

/** Events by name, with the areas that publish and listen. An event without listeners is fine. */
export function eventRows(releases: readonly ReleaseMeeting[]): MeetingRow[] {
  const emits = participants(releases, ({ known }) =>
    known?.emits.map(({ name, since }) => ({ name, contract: since })),
  );
  const hears = participants(releases, ({ known }) => known?.hears.map(({ name, upTo }) => ({ name, contract: upTo })));
  // A listener ignores newer fields: only another major version is another event.
  return rows(emits, hears).map((row) => ({
    ...row,
    problems: tooNew(row.givers, row.takers).filter(
      ({ giver, taker }) => majorOf(giver.contract) !== majorOf(taker.contract),
    ),
  }));
}

type Found = { readonly name: string; readonly participant: Participant };

function participants(
  releases: readonly ReleaseMeeting[],
  read: (release: ReleaseMeeting) => readonly { name: string; contract: string | null }[] | undefined,
): Found[] {
  return releases.flatMap((release) => {
    const { area, version, isCanary } = release;
    return (read(release) ?? []).map(({ name, contract }) => ({
      name,
      participant: { area: area.name, title: area.title, version, isCanary, isOff: !area.enabled, contract },
    }));
  });
}

function rows(givers: readonly Found[], takers: readonly Found[]): Omit<MeetingRow, 'problems'>[] {
  const of = (found: readonly Found[], name: string) =>
    found.filter((one) => one.name === name).map(({ participant }) => participant);
  const names = [...new Set([...givers, ...takers].map(({ name }) => name))].toSorted();
  return names.map((name) => ({ name, givers: of(givers, name), takers: of(takers, name) }));
}

function tooNew(givers: readonly Participant[], takers: readonly Participant[]) {
  return givers.flatMap((giver) =>
    takers
      .filter(
        (taker) => giver.contract !== null && taker.contract !== null && !isUnderstood(giver.contract, taker.contract),
      )
      .map((taker) => ({ kind: 'too-new' as const, giver, taker })),
  );
}

const majorOf = (version: string | null): string => version?.split('.')[0] ?? '';
