import { USES_FILE, type ProvidesDocument } from '@nemus/registry';
import { packRelease } from './pack';
import { promoteRelease, rollbackRelease } from './promote';
import { publishRelease } from './publish';
import { sampleVersion, writeSampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { publishedShells, publishShell, shellsInUse } from './shells-in-use';

const team = sampleTeam();

const shell = (id: string, names: readonly string[]): ProvidesDocument => ({
  schema: 1,
  shell: id,
  contract: '1.0.0',
  modules: { react: { version: '19.3.1', names: [...names] } },
  slots: [],
  events: [],
  ports: [],
});
const YESTERDAY = shell('aaaaaaaaaaaa', ['useState']);
const TODAY = shell('bbbbbbbbbbbb', ['useState', 'useTomorrow']);
const ids = async (now: string) => (await shellsInUse(team.store, 'test', new Date(now))).map((one) => one.shell);

it('are those that were published, each until two days after the next one', async () => {
  expect(await ids('2026-11-23')).toEqual([]);
  expect(await publishShell(team.store, 'test', YESTERDAY, new Date('2026-11-20T10:00:00Z'))).toBe('created');
  expect(await publishShell(team.store, 'test', YESTERDAY, new Date('2026-11-21T10:00:00Z'))).toBe('identical');
  expect(await ids('2026-12-31')).toEqual(['aaaaaaaaaaaa']);
  await publishShell(team.store, 'test', TODAY, new Date('2026-11-23T10:00:00Z'));
  expect(await ids('2026-11-25T09:59:00Z')).toEqual(['aaaaaaaaaaaa', 'bbbbbbbbbbbb']);
  expect(await ids('2026-11-25T10:00:00Z')).toEqual(['bbbbbbbbbbbb']);
  // Taken back: the one before is the newest again.
  await publishShell(team.store, 'test', YESTERDAY, new Date('2026-11-26T10:00:00Z'));
  expect(await ids('2026-12-31')).toEqual(['aaaaaaaaaaaa']);
  expect(await shellsInUse(team.store, 'elsewhere')).toEqual([]);
});

it('ignore foreign files in their folder', async () => {
  const put = (name: string, text: string) => team.store.putImmutable(`shells/test/${name}`, Buffer.from(text));
  await publishShell(team.store, 'test', YESTERDAY, new Date('2026-11-26T10:00:00Z'));
  await put('20261127T000000Z-cccccccccccc.json', JSON.stringify(TODAY));
  await put('20261128T000000Z-dddddddddddd.json', 'half');
  await put('note.txt', 'x');
  const published = await publishedShells(team.store, 'test', new Date('2026-11-28T01:00:00Z'));
  expect(published.filter(({ provides }) => provides).map(({ id }) => id)).toEqual(['aaaaaaaaaaaa']);
});

it('hold up a release that one of them would refuse, by shell and name, and no way back', async () => {
  const now = new Date('2027-01-02T00:00:00Z');
  await publishShell(team.store, 'test', YESTERDAY, new Date('2027-01-01T00:00:00Z'));
  await publishShell(team.store, 'test', TODAY, new Date('2027-01-01T12:00:00Z'));
  const uses = { schema: 1, modules: { react: { names: ['useTomorrow'] } }, slots: [], events: [], ports: [] };
  for (const patch of [0, 1]) {
    const files = { [USES_FILE]: JSON.stringify(uses) };
    // oxlint-disable-next-line no-await-in-loop
    const packed = await packRelease(await writeSampleApp(team.folder, { patch, ...(patch === 1 ? { files } : {}) }));
    // oxlint-disable-next-line no-await-in-loop
    await publishRelease(team.store, packed, { who: 'test' });
  }
  const facts = { contract: '1.0.0', shared: [{ name: 'react', version: '19.3.1' }] };
  const request = { ...team.request(), shell: facts, why: 'test', now };
  await promoteRelease({ ...request, version: sampleVersion(0) });
  await expect(promoteRelease({ ...request, version: sampleVersion(1) })).rejects.toMatchObject({
    code: 'check-failed',
    details: [
      'names: Shell aaaaaaaaaaaa, which users still have: It uses "useTomorrow" of "react", which the shell does not provide.',
    ],
  });
  const forced = { ...request, version: sampleVersion(1), force: true, why: 'no page with the old shell is open' };
  await expect(promoteRelease(forced)).resolves.toMatchObject({ status: 'changed' });
  await promoteRelease({ ...request, version: sampleVersion(0) });
  const notes: string[] = [];
  const back = { ...request, version: sampleVersion(1), onNote: (note: string) => notes.push(note) };
  await expect(rollbackRelease(back)).resolves.toMatchObject({ to: sampleVersion(1) });
  expect(notes).toEqual([expect.stringContaining('Shell aaaaaaaaaaaa')]);
  // Two days later, no reason is needed.
  await promoteRelease({ ...request, version: sampleVersion(0) });
  const later = { ...request, version: sampleVersion(1), now: new Date('2027-01-03T12:00:01Z') };
  await expect(promoteRelease(later)).resolves.toMatchObject({ status: 'changed' });
});
