import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MEETING_FILE, type MeetingDocument } from '@nemus/contract';
import { meetingDocument } from '@nemus/contract/config';
import { setCanary } from '../../canary';
import { readCurrent } from '../../change';
import { packRelease } from '../../pack';
import { promoteRelease, rollbackRelease } from '../../promote';
import { publishRelease } from '../../publish';
import { openPublished } from '../../release-files';
import { SAMPLE_SHELL, sampleVersion, temporaryFolder, writeSampleApp } from '../../samples/sample-app';
import { openFileStore } from '../../store/file-store';
import type { ReleaseStore } from '../../store/store';
import { checkRelease } from '../index';

const COURSE = { courseId: 'c-1', courseTitle: 'Ethik', priceEuros: 120, creditCost: 60, enrolled: false };
const SLOT = { name: 'course-purchase', expose: './course-purchase' };
const NOTHING: MeetingDocument = { schema: 1, emits: [], hears: [], shows: [], offers: [] };

/** An area that offers the purchase of a course as the contract has it now. */
const seller = meetingDocument({ offers: { 'course-purchase': { takes: { 'for itself': COURSE } } } });
/** An area that shows it, to buy for another person. */
const buyer = meetingDocument({
  shows: { 'course-purchase': { 'for a trainee': { ...COURSE, traineeIds: ['t-1'], startsOn: '2026-12-05' } } },
});

/** What the seller offered before trainees could be named. */
function sellerOfBefore(): MeetingDocument {
  const [offer] = seller.offers;
  if (!offer) throw new Error('The seller offers nothing.');
  const { properties, dependentRequired: _, ...schema } = offer.schema;
  const { traineeIds: _ids, startsOn: _day, ...before } = Object(properties);
  return { ...NOTHING, offers: [{ ...offer, upTo: '1.0', schema: { ...schema, properties: before } }] };
}

/** Says that an event is understood only with this. */
const hears = (name: string, schema: MeetingDocument['hears'][number]['schema']): MeetingDocument => ({
  ...NOTHING,
  hears: [{ name, upTo: '1.8', schema, examples: [] }],
});
const emits = (value: MeetingDocument['emits'][number]['examples'][number]['value']): MeetingDocument => ({
  ...NOTHING,
  emits: [{ name: 'bookings-changed', since: '1.1', examples: [{ name: 'booked', since: '1.1', value }] }],
});

let folder: string;
let remove: () => Promise<void>;
let store: ReleaseStore;

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
  store = openFileStore(path.join(folder, 'store'));
});
afterEach(() => remove());

const request = (remote: string) => ({
  store,
  environment: 'test',
  remote,
  who: 'me',
  why: 'because',
  shell: SAMPLE_SHELL,
});

/** A packed release with these declarations; null stands for an earlier release without any. */
async function packed(name: string, meeting: MeetingDocument | string | null, patch = 0) {
  const offered = typeof meeting === 'string' ? [] : (meeting?.offers ?? []);
  const text = typeof meeting === 'string' ? meeting : JSON.stringify(meeting);
  return packRelease(
    await writeSampleApp(folder, {
      name,
      patch,
      declaration: { slots: offered.length > 0 ? [SLOT] : [] },
      files: meeting === null ? {} : { [MEETING_FILE]: text },
      input: { slotPreload: offered.length > 0 ? { [SLOT.expose]: ['remoteEntry.js'] } : {} },
    }),
  );
}

async function publish(name: string, meeting: MeetingDocument | null, patch = 0) {
  await publishRelease(store, await packed(name, meeting, patch), { who: 'me' });
}
async function release(name: string, meeting: MeetingDocument | null, patch = 0) {
  await publish(name, meeting, patch);
  return promoteRelease({ ...request(name), version: sampleVersion(patch) });
}

/** What `check` says of a release, and what it only mentions. */
async function check(name: string, meeting: MeetingDocument | string | null) {
  const hints: string[] = [];
  const { registry } = await readCurrent(store, 'test');
  const findings = await checkRelease({
    files: await packed(name, meeting, 9),
    shell: SAMPLE_SHELL,
    registered: registry.remotes,
    open: (remote, version) => openPublished(store, remote, version),
    hint: (sentence) => hints.push(sentence),
  });
  return { findings: findings.map((finding) => `${finding.check}: ${finding.message}`), hints };
}

const TOO_NEW =
  'meeting: alpha 1.0.9-aaaaaaaaaaaa shows the slot "course-purchase", which beta 1.0.0-aaaaaaaaaaaa offers, as "for a trainee": "traineeIds" is not known. This needs 1.1; what came up to 1.0 is understood.';

describe('a slot', () => {
  it('is shown with what the release that users have of it takes', async () => {
    await release('beta', seller);
    expect(await check('alpha', buyer)).toEqual({ findings: [], hints: [] });
  });

  it('is not shown with a prop that is newer than it', async () => {
    await release('beta', sellerOfBefore());
    const { findings } = await check('alpha', buyer);
    expect(findings).toEqual([TOO_NEW, expect.stringContaining('"startsOn" is not known')]);
  });

  it('does not forget what users have of its hosts', async () => {
    await release('alpha', buyer);
    expect((await check('beta', sellerOfBefore())).findings[0]).toContain(
      'alpha 1.0.0-aaaaaaaaaaaa shows the slot "course-purchase", which beta 1.0.9-aaaaaaaaaaaa offers',
    );
    const [offer] = seller.offers;
    const asking = { ...offer, schema: { ...offer?.schema, required: ['courseId', 'discount'] } };
    const { findings } = await check('beta', { ...seller, offers: [Object.assign({}, offer, asking)] });
    expect(findings).toContainEqual(expect.stringContaining('as "for a trainee": "discount" is missing.'));
  });

  it('asks for fields that need each other', async () => {
    await release('beta', seller);
    const [shown] = buyer.shows;
    const [example] = shown?.examples ?? [];
    const alone = { name: 'a day without trainees', since: '1.1', value: { ...COURSE, startsOn: '2026-12-05' } };
    const { findings } = await check('alpha', {
      ...buyer,
      shows: [Object.assign({}, shown, { examples: [example, alone] })],
    });
    expect(findings).toEqual([
      expect.stringContaining('as "a day without trainees": "startsOn" needs "traineeIds" as well'),
    ]);
  });

  it('may be offered by no area', async () => {
    expect(await check('alpha', buyer)).toEqual({
      findings: [],
      hints: ['No area offers the slot "course-purchase", which alpha shows: its place has the fallback.'],
    });
  });
});

describe('an event', () => {
  const needs = (...required: string[]) =>
    hears('bookings-changed', {
      type: 'object',
      properties: { traineeIds: { type: 'array', items: { type: 'string' } } },
      required,
    });

  it('may say more than a listener knows', async () => {
    await release('beta', needs('traineeIds'));
    expect((await check('alpha', emits({ traineeIds: ['t-1'], mood: 'good' }))).findings).toEqual([]);
  });

  it('has what every listener needs, in every release in use', async () => {
    await release('beta', needs());
    expect((await check('alpha', emits({}))).findings).toEqual([]);
    await publish('beta', needs('traineeIds'), 1);
    await setCanary({ ...request('beta'), version: sampleVersion(1), percent: 5 });
    expect((await check('alpha', emits({}))).findings).toEqual([
      expect.stringMatching(
        /^meeting: alpha 1\.0\.9-a+ emits "bookings-changed", which beta 1\.0\.1-a+ hears.*"traineeIds"/,
      ),
    ]);
  });

  it('is not asked for with more than its publishers say', async () => {
    await release('alpha', emits({ traineeIds: 7 }));
    expect((await check('beta', needs('traineeIds'))).findings).toEqual([
      expect.stringMatching(/alpha 1\.0\.0-a+ emits "bookings-changed", which beta 1\.0\.9-a+ hears.*"traineeIds"/),
    ]);
  });

  it('of another major version is left to the shell', async () => {
    await release('beta', needs('traineeIds'));
    const next = emits({});
    const { findings, hints } = await check('alpha', {
      ...next,
      emits: next.emits.map((emit) => ({ ...emit, since: '2.0' })),
    });
    expect(findings).toEqual([]);
    expect(hints).toEqual([expect.stringContaining('2.0 and 1.8 are not compared')]);
  });
});

describe('a release', () => {
  it('from an earlier release is skipped, and named', async () => {
    await release('beta', null);
    expect(await check('alpha', emits({}))).toEqual({
      findings: [],
      hints: ['beta 1.0.0-aaaaaaaaaaaa is not compared: it was built before meeting.json.'],
    });
    expect((await check('alpha', null)).hints).toEqual([expect.stringContaining('it has no meeting.json')]);
  });

  it('whose file was changed in the store is not believed', async () => {
    await release('beta', sellerOfBefore());
    await writeFile(path.join(folder, 'store/releases/beta', sampleVersion(), MEETING_FILE), JSON.stringify(NOTHING));
    expect(await check('alpha', buyer)).toEqual({
      findings: [],
      hints: ['beta 1.0.0-aaaaaaaaaaaa is not compared: meeting.json is not the file of its release.'],
    });
  });

  it.each<[string, MeetingDocument | string, RegExp]>([
    ['half a document', '{"schema": 1', /meeting\.json cannot be read/],
    ['a document without an end', '['.repeat(100_000), /meeting\.json/],
    ['one that is too large', `"${'x'.repeat(300_000)}"`, /has 300002 bytes/],
    [
      'slots that it does not declare',
      { ...seller, offers: [...seller.offers, ...seller.offers] },
      /declares the slots/,
    ],
    [
      'an example that it refuses',
      {
        ...NOTHING,
        hears: [
          {
            name: 'credits-changed',
            upTo: '1.0',
            schema: { type: 'object', required: ['amount'], properties: { amount: { type: 'number' } } },
            examples: [{ name: 'moved', since: '1.0', value: {} }],
          },
        ],
      },
      /takes "credits-changed" as "moved", which it refuses: amount/,
    ],
  ])('with %s is refused', async (_what, meeting, message) => {
    expect((await check('beta', meeting)).findings.join('\n')).toMatch(message);
  });

  it('runs no pattern of another team, and takes no word of what it does not know', async () => {
    await release('beta', hears('bookings-changed', { properties: { courseId: { pattern: '^(a+)+$', $ref: '#' } } }));
    const began = Date.now();
    expect((await check('alpha', emits({ courseId: `${'a'.repeat(60)}!` }))).findings).toEqual([]);
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  it('moves and colours nothing in the terminal of another team', async () => {
    await release('beta', hears('bookings-changed', { required: ['\u001B[2Jcourse\u202EId'] }));
    const { findings } = await check('alpha', emits({}));
    expect(findings).toEqual([expect.stringContaining('" [2Jcourse Id" is missing.')]);
  });

  it('is blocked by it at the gate unless a reason is given; a rollback is not', async () => {
    await release('beta', sellerOfBefore());
    await release('alpha', null);
    await publish('alpha', buyer, 1);
    const promote = { ...request('alpha'), version: sampleVersion(1) };
    await expect(promoteRelease(promote)).rejects.toMatchObject({
      code: 'check-failed',
      details: [expect.stringContaining('"traineeIds" is not known'), expect.anything()],
    });
    await promoteRelease({ ...promote, force: true });
    const [line] = (await store.readAudit('test')).slice(-1);
    expect(line?.forced?.[0]).toContain('meeting: alpha');
    await release('alpha', NOTHING, 2);
    await rollbackRelease({ ...request('alpha'), version: sampleVersion(1) });
    expect((await readCurrent(store, 'test')).registry.remotes[1]?.stable.version).toBe(sampleVersion(1));
  });
});
