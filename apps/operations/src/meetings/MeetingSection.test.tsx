/** @jest-environment ../../jest.browser.mjs */
import { MEETING_FILE, type MeetingDocument } from '@nemus/contract';
import { pagesUnderTest } from '@nemus/testing/pages';
import { fireEvent, screen, within } from '@testing-library/react';
import app from '../app';
import type { ComposedArea } from '../composition';
import { exampleArea, exampleRegistry, fakeReleases, versionOf } from '../examples/composition';
import { eventRows, slotRows } from './meeting-rows';
import { readMeetings } from './read-meetings';

const pages = pagesUnderTest(app);
const NOTHING: MeetingDocument = { schema: 1, emits: [], hears: [], shows: [], offers: [] };
const examples = [{ name: 'one', since: '1.0', value: {} }];
const given = (name: string, since: string) => [{ name, since, examples }];
const taken = (name: string, upTo: string) => [{ name, upTo, schema: {}, examples: [] }];

const payments: MeetingDocument = {
  ...NOTHING,
  offers: taken('course-purchase', '1.0'),
  emits: given('credits-changed', '1.0'),
};
const trainee: MeetingDocument = {
  ...NOTHING,
  shows: [...given('course-purchase', '1.1'), ...given('course-credit', '1.7')],
  hears: taken('credits-changed', '1.8'),
};

/** A registry with areas that declare this; null: built before declarations. An error: the file is unavailable. */
function registryOf(
  areas: Readonly<Record<string, MeetingDocument | null | Error>>,
  change: Partial<ComposedArea> = {},
) {
  const document = exampleRegistry(Object.keys(areas).map((name) => exampleArea(name, change)));
  const readFile = jest.fn((remote: string, _version: string, _file: string): Promise<string | null> => {
    const area = areas[remote] ?? null;
    if (area instanceof Error) return Promise.reject(area);
    return Promise.resolve(area && JSON.stringify(area));
  });
  return { document, readFile };
}

async function rowsOf(...given: Parameters<typeof registryOf>) {
  const { document, readFile } = registryOf(...given);
  const releases = await readMeetings(document, { readFile });
  return { slots: slotRows(releases), events: eventRows(releases), readFile };
}

const problemsOf = (rows: ReturnType<typeof slotRows>) =>
  rows.map(({ name, problems }) => [name, ...problems.map(({ kind }) => kind)]);

describe('where areas meet', () => {
  it('is too new for an older slot, and missing without a provider', async () => {
    const { slots, events, readFile } = await rowsOf({ payments, trainee });
    expect(problemsOf(slots)).toEqual([
      ['course-credit', 'no-provider'],
      ['course-purchase', 'too-new'],
    ]);
    expect(problemsOf(events)).toEqual([['credits-changed']]);
    expect(readFile.mock.calls.map(([area, , file]) => [area, file])).toEqual([
      ['payments', MEETING_FILE],
      ['trainee', MEETING_FILE],
    ]);
  });

  it('is missing while its provider is switched off', async () => {
    const fits = { ...payments, offers: taken('course-purchase', '1.8') };
    const shows = { ...NOTHING, shows: given('course-purchase', '1.1') };
    expect(problemsOf((await rowsOf({ payments: fits, trainee: shows })).slots)).toEqual([['course-purchase']]);
    expect(problemsOf((await rowsOf({ payments: fits, trainee: shows }, { enabled: false })).slots)).toEqual([
      ['course-purchase', 'off'],
    ]);
  });

  it('takes an event that is newer, but none of another major version', async () => {
    const hears = { ...NOTHING, hears: taken('credits-changed', '1.0') };
    const says = (since: string) => ({ ...NOTHING, emits: given('credits-changed', since) });
    expect(problemsOf((await rowsOf({ a: says('1.9'), b: hears })).events)).toEqual([['credits-changed']]);
    expect(problemsOf((await rowsOf({ a: says('2.0'), b: hears })).events)).toEqual([['credits-changed', 'too-new']]);
  });

  it('includes running canaries, and reads slots of older releases from the registry', async () => {
    const canary = { pointer: { version: versionOf(2), contract: '^1.12.0' }, percent: 5, cohorts: [] };
    const slots = [{ name: 'credit-balance' }];
    const runs = await rowsOf({ a: null }, { canary, slots });
    expect(runs.slots).toMatchObject([
      {
        name: 'credit-balance',
        takers: [
          { isCanary: false, contract: null },
          { isCanary: true, contract: null },
        ],
      },
    ]);
    const canaryHalted = { version: canary.pointer.version, at: '2026-06-01T00:00:00Z', reason: 'failed' };
    expect((await rowsOf({ a: null }, { canary, canaryHalted, slots })).readFile).toHaveBeenCalledTimes(1);
  });
});

async function show(...given: Parameters<typeof registryOf>) {
  const { document, readFile } = registryOf(...given);
  await pages.open(
    '/operations',
    { 'rpc/nemus_release_rights': () => ({ operator: false, remotes: ['a'] }) },
    { releases: fakeReleases(document, null, readFile) },
  );
  return { readFile };
}

it('shows who offers, shows, publishes and listens, with versions, and what does not fit', async () => {
  await show({ payments, trainee });
  expect(await screen.findByText('2 Verbindungen passen nicht zusammen')).toBeVisible();
  const slots = await screen.findByRole('table', { name: 'Slots und wer sie anbietet und zeigt' });
  const [, credit, purchase] = within(slots).getAllByRole('row');
  expect(credit).toHaveTextContent('Kein Bereich bietet diesen Slot an.');
  expect(purchase).toHaveTextContent(/paymentsbis 1\.0, 1\.0\.0-1+trainee1\.1, 1\.0\.0-1+Passt nicht/);
  expect(purchase).toHaveTextContent(/trainee braucht 1\.1, payments 1\.0\.0-1+ versteht bis 1\.0\./);
  const events = screen.getByRole('table', { name: 'Ereignisse und wer sie meldet und hört' });
  expect(within(events).getAllByRole('row')[1]).toHaveTextContent(
    /credits-changedtraineebis 1\.8.*payments1\.0.*Passt$/,
  );
});

it('says what it does not know, and reads it again on request', async () => {
  const areas: Record<string, MeetingDocument | null | Error> = { old: null, lost: new Error('offline') };
  const { readFile } = await show(areas);
  expect(await screen.findByText(/Vor diesen Angaben gebaut.*old 1\.0\.0-/)).toBeVisible();
  expect(screen.getByText('Nicht alle Angaben konnten gelesen werden')).toBeVisible();
  expect(screen.getByText('Kein Bereich zeigt etwas von einem anderen.')).toBeVisible();
  areas.lost = NOTHING;
  fireEvent.click(screen.getByRole('button', { name: 'Erneut lesen' }));
  await screen.findByText(/Vor diesen Angaben gebaut/);
  expect(readFile).toHaveBeenCalledTimes(4);
});
