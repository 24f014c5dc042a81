import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT_VERSION } from '@nemus/contract';
import { readCurrent } from '../change';
import { openGate, type GateOptions } from '../gate';
import { packRelease } from '../pack';
import { promoteRelease, rollbackRelease } from '../promote';
import { sampleVersion, writeSampleApp } from '../samples/sample-app';
import { sampleTeam } from '../samples/team';
import { shellOfFile, shellOfWorkspace } from '../shell-facts';

const team = sampleTeam();
const SHELL = {
  contract: '2.0.0',
  adapters: [{ contract: '1.8.0', until: '2027-06-30' }],
  shared: [{ name: 'react', version: '19.3.1' }],
};

/** The gate's findings on a day for a release written for contract 1. */
async function judge(day: string, changes: Partial<GateOptions> = {}, isWayBack = false) {
  const files = await packRelease(await writeSampleApp(team.folder, { declaration: { contract: '^1.0.0' } }));
  const notes: string[] = [];
  const options = {
    store: team.store,
    shell: SHELL,
    why: 'test',
    now: new Date(day),
    // Its events to other areas belong to another check.
    onNote: (note: string) => note.includes('written for contract') && notes.push(note),
    ...changes,
  };
  const gate = await openGate(files, options, isWayBack);
  const current = await readCurrent(team.store, 'test');
  const outcome = await gate.pass(current).then(
    (overruled) => ({ overruled }),
    (error: unknown) => ({ refused: error }),
  );
  return { notes, ...outcome };
}

const END = 'It was written for contract ^1.0.0; the adapter of contract 1 ended on 2027-06-30';

it('lets an older area pass before the end of its adapter, and says when that is', async () => {
  expect(await judge('2027-06-29T23:59:59Z')).toEqual({
    notes: ['It was written for contract ^1.0.0 and runs through the adapter of contract 1, which ends on 2027-06-30.'],
    overruled: undefined,
  });
});

it.each([
  ['2027-06-30T00:00:00Z', `${END}, and portals run it until 2027-07-30.`],
  ['2027-07-30T00:00:00Z', `${END}, and this shell of contract 2.0.0 runs nothing of it since 2027-07-30.`],
])('refuses it from the end on: %s', async (day, finding) => {
  expect(await judge(day)).toMatchObject({
    refused: { code: 'check-failed', details: [`contract: ${finding}`] },
  });
});

it('can be forced past the end date with a reason, which is recorded', async () => {
  expect(await judge('2027-07-01T00:00:00Z', { force: true })).toMatchObject({
    overruled: [`contract: ${END}, and portals run it until 2027-07-30.`],
  });
});

it('holds up no way back to what browsers still run, and one to what they refuse', async () => {
  expect(await judge('2027-07-29T00:00:00Z', {}, true)).toMatchObject({ overruled: undefined });
  expect(await judge('2027-07-30T00:00:00Z', {}, true)).toMatchObject({ refused: { code: 'check-failed' } });
});

it('reports nothing for an area of its own contract', async () => {
  expect(await judge('2030-01-01', { shell: { ...SHELL, contract: '1.9.0' } })).toEqual({
    notes: [],
    overruled: undefined,
  });
});

it('holds for promotions and rollbacks alike', async () => {
  await team.publishAll(0, 1);
  const request = { ...team.request(), shell: SHELL, why: 'test' };
  const before = { ...request, now: new Date('2027-06-01') };
  await promoteRelease({ ...before, version: sampleVersion(0) });
  await promoteRelease({ ...before, version: sampleVersion(1) });
  const after = { ...request, now: new Date('2027-07-10') };
  await expect(rollbackRelease(after)).resolves.toMatchObject({ to: sampleVersion(0) });
  await expect(promoteRelease({ ...after, version: sampleVersion(1) })).rejects.toMatchObject({ code: 'check-failed' });
});

describe('facts of a shell', () => {
  it('are those of this checkout, which has one contract', () => {
    const root = path.resolve(import.meta.dirname, '../../../..');
    expect(shellOfWorkspace(root)).toMatchObject({ contract: CONTRACT_VERSION, adapters: [] });
  });

  it('may name adapters, and need not', async () => {
    const file = path.join(team.folder, 'shell.json');
    await writeFile(file, JSON.stringify(SHELL));
    expect(await shellOfFile(file)).toEqual(SHELL);
    const { adapters: _none, ...older } = SHELL;
    await writeFile(file, JSON.stringify(older));
    expect(await shellOfFile(file)).toEqual({ ...older, adapters: [] });
    await writeFile(file, JSON.stringify({ ...SHELL, adapters: [{ contract: '1.8.0', until: 'soon' }] }));
    await expect(shellOfFile(file)).rejects.toMatchObject({ code: 'malformed' });
  });
});
