import path from 'node:path';
import { openRegistry, type RegisteredRemote, type Signer, type TrustedKeys } from '@nemus/registry';
import { samplePointer } from '@nemus/registry/samples';
import { setCanary, stopCanary } from './canary';
import { countersignProposal } from './countersign';
import { generateKey, openKey, trustedKeyOf } from './keys';
import { packRelease } from './pack';
import { promoteRelease, renewEntry, rollbackRelease } from './promote';
import { entryChanges, readProposal } from './proposals';
import { publishRelease } from './publish';
import { sampleVersion, writeSampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';
import { disableRemote } from './switch';

const team = sampleTeam();
let ada: Signer;
let ben: Signer;
let trustedKeys: TrustedKeys;

beforeEach(async () => {
  const people = [];
  for (const name of ['ada', 'ben']) {
    people.push(await openKey((await generateKey(path.join(team.folder, name), 'alpha')).file));
  }
  const [first, second] = people;
  if (!first || !second) throw new Error('Two people are needed.');
  [ada, ben] = [first.signer, second.signer];
  trustedKeys = {
    alpha: { keys: people.map(({ key }) => trustedKeyOf(key)), routes: ['/alpha'], threshold: 2 },
  };
  await publish(0);
  await publish(1);
});

async function publish(patch: number) {
  const packed = await packRelease(await writeSampleApp(team.folder, { patch }), {
    signerFor: () => Promise.resolve(ada),
  });
  await publishRelease(team.store, packed, { who: 'ada' });
}

const by = (signer: Signer, who: string) => ({ ...team.request(), trustedKeys, signer, who });
const propose = (patch: number) => promoteRelease({ ...by(ada, 'ada'), version: sampleVersion(patch), propose: true });
const found = async () => {
  const proposal = await readProposal(team.store, 'test', 'alpha');
  if (!proposal) throw new Error('Nothing was proposed.');
  return proposal;
};
const countersign = async (signer = ben, code?: string) =>
  countersignProposal({ ...by(signer, 'ben'), why: '', code: code ?? (await found()).code });
const inShell = async () => {
  const opened = await openRegistry((await team.store.readRegistry('test')) ?? '', {
    environment: 'test',
    now: new Date(),
    trustedKeys,
    seen: null,
  });
  if (!opened.ok) throw new Error(opened.message);
  return { remotes: opened.registry.remotes, refused: opened.refused.map(({ message }) => message) };
};

it('needs a second person: nothing goes out with one signature', async () => {
  const promotion = promoteRelease({ ...by(ada, 'ada'), version: sampleVersion(0) });
  await expect(promotion).rejects.toMatchObject({
    code: 'second-person',
    remedy: expect.stringContaining('--propose'),
  });
  expect(await propose(0)).toMatchObject({ status: 'proposed', to: sampleVersion(0) });
  expect(await team.store.readRegistry('test')).toBeNull();
  // An entry that is forced past the tool is refused by every browser.
  await promoteRelease({ ...by(ada, 'ada'), version: sampleVersion(0), trustedKeys: undefined });
  expect(await inShell()).toEqual({ remotes: [], refused: [expect.stringContaining('two people')] });
});

it('goes out when the second person signs what they reviewed', async () => {
  await propose(0);
  const { proposal } = await found();
  expect(entryChanges(null, proposal.entry).map(({ field }) => field)).toContain('stable');
  expect(await countersign()).toMatchObject({ status: 'changed', revision: 1 });
  expect((await inShell()).remotes).toMatchObject([{ name: 'alpha', stable: { version: sampleVersion(0) } }]);
  expect(await team.store.readAudit('test')).toMatchObject([
    { action: 'promote', who: 'ben', why: 'because (proposed by ada)', to: sampleVersion(0) },
  ]);
  expect(await readProposal(team.store, 'test', 'alpha')).toBeNull();
  await expect(countersignProposal({ ...by(ben, 'ben'), code: 'x' })).rejects.toMatchObject({ code: 'nothing-to-do' });
});

it('covers every change that a signature covers', async () => {
  await propose(0);
  await countersign();
  const request = { ...by(ada, 'ada'), propose: true };
  await setCanary({ ...request, version: sampleVersion(1), percent: 5 });
  await countersign();
  expect((await inShell()).remotes).toMatchObject([{ canary: { percent: 5 } }]);
  await stopCanary(request);
  await countersign();
  await propose(1);
  await countersign();
  await rollbackRelease(request);
  await countersign();
  await renewEntry(request);
  await countersign();
  expect(await inShell()).toMatchObject({ remotes: [{ stable: { version: sampleVersion(0) } }], refused: [] });
  // An operator switches an area off without any key.
  await disableRemote({ ...by(ada, 'operator'), signer: undefined, reason: 'Wartung' });
  expect(await inShell()).toMatchObject({ remotes: [{ enabled: false }], refused: [] });
});

it('is refused from the same key', async () => {
  await propose(0);
  await expect(countersign(ada)).rejects.toMatchObject({
    code: 'untrusted',
    summary: expect.stringContaining('same key'),
  });
  expect(await team.store.readRegistry('test')).toBeNull();
});

it('is refused from a stranger', async () => {
  await propose(0);
  const { signer } = await openKey((await generateKey(path.join(team.folder, 'eve'), 'alpha')).file);
  await expect(countersign(signer)).rejects.toMatchObject({ code: 'untrusted' });
});

it('is refused when the proposal is another one than was reviewed, or another is in force', async () => {
  await propose(0);
  const { code } = await found();
  await propose(1);
  await expect(countersign(ben, code)).rejects.toMatchObject({ code: 'conflict' });
  await countersign();
  await propose(0);
  await disableRemote({ ...by(ada, 'operator'), reason: 'Wartung' });
  await expect(countersign()).rejects.toThrow('was changed after this was proposed');
});

/** Leaves what a changed tool of the first person could leave: signed, but not what the release tool makes. */
async function tamper(change: (entry: RegisteredRemote) => RegisteredRemote) {
  const { signEntry } = await import('@nemus/registry');
  await propose(1);
  const { proposal } = await found();
  const issuedAt = new Date();
  const entry = await signEntry(change(proposal.entry), ada, {
    environment: 'test',
    serial: 9,
    issuedAt,
    expiresAt: new Date(issuedAt.getTime() + 86_400_000),
  });
  await team.store.putProposal('test', 'alpha', JSON.stringify({ ...proposal, entry }));
}

it.each<[string, (entry: RegisteredRemote) => RegisteredRemote]>([
  ['another menu than the release declares', (entry) => ({ ...entry, menu: [] })],
  [
    'a digest that is not the release in the store',
    (entry) => ({ ...entry, stable: { ...entry.stable, digest: `sha384-${'B'.repeat(64)}` } }),
  ],
  ['a last good release that was never released', (entry) => ({ ...entry, lastGood: [samplePointer('alpha', 7)] })],
])('is refused with %s, although the first person signed it', async (_what, change) => {
  await propose(0);
  await countersign();
  await tamper(change);
  await expect(countersign()).rejects.toMatchObject({
    code: 'check-failed',
    summary: expect.stringContaining('not what'),
  });
});

it('is refused when the first signature does not cover it', async () => {
  await propose(0);
  const { proposal } = await found();
  const entry = { ...proposal.entry, title: 'Anders' };
  await team.store.putProposal('test', 'alpha', JSON.stringify({ ...proposal, entry }));
  await expect(countersign()).rejects.toMatchObject({ code: 'untrusted' });
});

it.each(['beta', 'environment'])('is refused when it is for something else: %s', async (what) => {
  await propose(0);
  const { proposal } = await found();
  const other = what === 'beta' ? { ...proposal, remote: 'beta' } : { ...proposal, environment: 'production' };
  await team.store.putProposal('test', 'alpha', JSON.stringify(other));
  await expect(countersign(ben, 'x')).rejects.toMatchObject({ code: 'malformed' });
});

it('has nothing to propose or to countersign where one signature is enough', async () => {
  await propose(0);
  trustedKeys = { alpha: { keys: trustedKeys['alpha']?.keys ?? [], routes: ['/alpha'] } };
  await expect(countersign()).rejects.toMatchObject({ code: 'nothing-to-do' });
  await expect(propose(0)).rejects.toMatchObject({ code: 'nothing-to-do' });
  expect(await promoteRelease({ ...by(ada, 'ada'), version: sampleVersion(0) })).toMatchObject({ status: 'changed' });
});
