import type { Lifecycles, PortalEventName, SlotName } from '@nemus/contract';
import { meetingDocument, type MeetingConfig } from '@nemus/contract/config';
import { waitFor } from '@testing-library/dom';
import { fakeProfile, type FakePortsOptions } from '../fake-ports';
import { mountModule } from './mount-module';

/** What is needed to check an area against its `meeting.config.ts`. */
interface MeetingUnderTest {
  readonly meeting: MeetingConfig;
  readonly app: Lifecycles;
  /** Lifecycles of each slot that it offers. */
  readonly slots: Readonly<Record<string, { readonly lifecycles: Lifecycles }>>;
  /** How to open its first page; undefined for an area without pages. */
  readonly page: FakePortsOptions | undefined;
}

/** A field that no version of the contract has. */
const UNKNOWN = { 'of-a-later-version': true };
/** Lazy pages are compiled when they are first opened, which is slow on a busy machine. */
const PATIENCE_MS = 30_000;

/** Checks where an area meets others against its declaration; called by `describeRemote`. */
export function describeMeeting({ meeting, app, slots, page }: MeetingUnderTest): void {
  const document = meetingDocument(meeting);
  const { hears = {}, offers = {} } = meeting;

  const drawn = document.offers.flatMap(({ name, examples }) =>
    examples.map(({ name: example, value }) => ({ name, example, value })),
  );
  if (drawn.length > 0) {
    it.each(drawn)(
      'draws the slot $name as "$example", and refuses it with a prop of a later version',
      async ({ name, value }) => {
        expect(await failuresOf(slots, name, value)).toEqual([]);
        expect(await failuresOf(slots, name, { ...value, ...UNKNOWN })).toEqual(['render']);
      },
      PATIENCE_MS,
    );
  }

  const refused = listed<SlotName, { refuses?: Readonly<Record<string, object>> }>(offers).flatMap(
    ([name, { refuses = {} }]) => Object.entries(refuses).map(([example, value]) => ({ name, example, value })),
  );
  if (refused.length > 0) {
    it.each(refused)(
      'refuses the slot $name as "$example", so that its host shows the fallback',
      async ({ name, value }) => expect(await failuresOf(slots, name, value)).toEqual(['render']),
      PATIENCE_MS,
    );
  }

  const told = listed<
    PortalEventName,
    { takes: Readonly<Record<string, object>>; ignores?: Readonly<Record<string, object>> }
  >(hears).flatMap(([name, { takes, ignores = {} }]) =>
    Object.entries({ ...takes, ...ignores }).map(([example, payload]) => ({ name, example, payload })),
  );
  if (page && told.length > 0) {
    it.each(told)(
      'accepts the event $name as "$example", and ignores fields of a later version',
      async ({ name, payload }) => {
        const open = await mountModule(app, page);
        await waitFor(() => expect(open.ports.events.listens(name)).toBe(true), { timeout: PATIENCE_MS });
        for (const said of [payload, { ...payload, ...UNKNOWN }]) open.ports.events.receive(name, said);
        expect(open.failures).toEqual([]);
        await open.unmount();
      },
      PATIENCE_MS,
    );
  }
}

/** How a slot fails with these props; undefined when it renders. */
async function failuresOf(
  slots: MeetingUnderTest['slots'],
  name: string,
  slotProps: object,
): Promise<readonly string[]> {
  const slot = slots[name];
  if (!slot) throw new Error(`The slot "${name}" is offered; hand its lifecycles to describeRemote().`);
  const piece = await mountModule(slot.lifecycles, { slotProps, profile: fakeProfile('institution') });
  const failures = piece.failures.map(({ kind }) => kind);
  await piece.unmount();
  return failures;
}

function listed<K extends string, T>(declared: { readonly [N in K]?: T | undefined }): [string, T][] {
  return Object.entries<T | undefined>(declared).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
}
