import { USES_FILE } from '@nemus/registry';
import { setCanary, stopCanary } from './canary';
import { packRelease } from './pack';
import { promoteRelease, rollbackRelease } from './promote';
import { publishRelease } from './publish';
import { sampleVersion, writeSampleApp } from './samples/sample-app';
import { publishSampleShell } from './samples/sample-shell';
import { sampleTeam } from './samples/team';
import { SHELL, shellEnvironment } from './shell/shell-release';
import { shellsInUse } from './shells-in-use';

const team = sampleTeam();
const DAY = 86_400_000;
const shell = () => ({ ...team.request(SHELL), environment: shellEnvironment('test') });
const promoteShell = (version: string) => promoteRelease({ ...shell(), version });
const publishShell = (number: number) => publishSampleShell(team, number);
const ids = async (days = 0) =>
  (await shellsInUse(team.store, 'test', new Date(Date.now() + days * DAY))).map((one) => one.shell.slice(0, 1));

it('are the stable one, its canary, and the replaced ones for two days', async () => {
  expect(await ids()).toEqual([]);
  const [one, two, three] = [await publishShell(1), await publishShell(2), await publishShell(3)];
  await promoteShell(one);
  expect(await ids(365)).toEqual(['1']);
  await setCanary({ ...shell(), version: two, percent: 5 });
  expect(await ids(365)).toEqual(['2', '1']);
  await promoteShell(two);
  expect(await ids(1.9)).toEqual(['1', '2']);
  expect(await ids(2.1)).toEqual(['2']);
  await setCanary({ ...shell(), version: three, percent: 5 });
  await stopCanary(shell());
  expect(await ids()).toEqual(['1', '3', '2']);
  await rollbackRelease(shell());
  expect(await ids(2.1)).toEqual(['1']);
  expect(await shellsInUse(team.store, 'elsewhere')).toEqual([]);
});

it('hold up a release that one of them would refuse, by shell and name, and no way back', async () => {
  await promoteShell(await publishShell(1));
  await promoteShell(await publishSampleShell(team, 2, { names: ['useState', 'useTomorrow'] }));
  const uses = { schema: 1, modules: { react: { names: ['useTomorrow'] } }, slots: [], events: [], ports: [] };
  for (const patch of [0, 1]) {
    const files = { [USES_FILE]: JSON.stringify(uses) };
    // oxlint-disable-next-line no-await-in-loop
    const packed = await packRelease(await writeSampleApp(team.folder, { patch, ...(patch === 1 ? { files } : {}) }));
    // oxlint-disable-next-line no-await-in-loop
    await publishRelease(team.store, packed, { who: 'test' });
  }
  const facts = { contract: '1.0.0', shared: [{ name: 'react', version: '19.3.1' }] };
  const request = { ...team.request(), shell: facts, why: 'test' };
  await promoteRelease({ ...request, version: sampleVersion(0) });
  await expect(promoteRelease({ ...request, version: sampleVersion(1) })).rejects.toMatchObject({
    code: 'check-failed',
    details: [
      'names: Shell 111111111111, which users still have: It uses "useTomorrow" of "react", which the shell does not provide.',
    ],
  });
  const forced = { ...request, version: sampleVersion(1), force: true, why: 'no page with the old shell is open' };
  await expect(promoteRelease(forced)).resolves.toMatchObject({ status: 'changed' });
  await promoteRelease({ ...request, version: sampleVersion(0) });
  const notes: string[] = [];
  const back = { ...request, version: sampleVersion(1), onNote: (note: string) => notes.push(note) };
  await expect(rollbackRelease(back)).resolves.toMatchObject({ to: sampleVersion(1) });
  expect(notes).toEqual([expect.stringContaining('Shell 111111111111')]);
  // Two days later, no reason is needed.
  await promoteRelease({ ...request, version: sampleVersion(0) });
  const later = { ...request, version: sampleVersion(1), now: new Date(Date.now() + 2.1 * DAY) };
  await expect(promoteRelease(later)).resolves.toMatchObject({ status: 'changed' });
});
