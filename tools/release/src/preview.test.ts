import { areaPath, generateKeyPair, openSigner, previewEnd, releaseProblem } from '@nemus/registry';
import { setCanary } from './canary';
import { collectReleases } from './gc';
import { packRelease } from './pack';
import { publishPreview } from './preview';
import { promoteRelease, rollbackRelease } from './promote';
import { openPublished, publishedVersions } from './release-files';
import { sampleVersion, writeSampleApp } from './samples/sample-app';
import { sampleTeam } from './samples/team';

const team = sampleTeam();
const NOW = new Date('2026-11-27T08:00:00Z');
const LATER = new Date('2026-11-27T11:00:00Z');

/** Publishes a build that ends after two hours. */
async function preview(now = NOW, hours = 2) {
  const pair = await generateKeyPair();
  const packed = await packRelease(await writeSampleApp(team.folder, { patch: 1 }));
  const signer = await openSigner(pair);
  const made = await publishPreview({ store: team.store, packed, who: 'me', hours, signer, now });
  return { ...made, trustedKeys: { alpha: { keys: [{ id: pair.keyId, publicKey: pair.publicKey }], routes: [] } } };
}
const folders = () => team.store.list(areaPath('alpha'));

it('is signed, at the address that its version names, and says when it ends', async () => {
  const { version, ends, trustedKeys } = await preview();
  expect([previewEnd(version)?.toISOString(), ends]).toEqual(['2026-11-27T10:00:00.000Z', '2026-11-27T10:00:00.000Z']);
  const { release, raw } = await openPublished(team.store, 'alpha', version);
  expect(release.version).toBe(version);
  await expect(releaseProblem(release, raw, trustedKeys)).resolves.toBeNull();
});

it('is no release: no list has it, and neither promotion, canary nor rollback takes it', async () => {
  await team.publish();
  await team.promote(0);
  const { version } = await preview();
  await expect(publishedVersions(team.store, 'alpha')).resolves.toEqual([sampleVersion(0)]);
  const request = { ...team.request(), version, force: true };
  const refused = { code: 'check-failed', message: expect.stringContaining('is a preview') };
  await expect(promoteRelease(request)).rejects.toMatchObject(refused);
  await expect(setCanary({ ...request, percent: 5 })).rejects.toMatchObject(refused);
  await expect(rollbackRelease(request)).rejects.toMatchObject(refused);
});

it('is removed after its end, by the clean-up and by the next preview, and not before', async () => {
  const first = await preview();
  await collectReleases({ store: team.store, who: 'me', now: NOW, unfinished: true });
  expect(await folders()).toContain(`${first.version}/`);
  const second = await preview(LATER);
  expect(await folders()).toEqual([`${second.version}/`]);
  await collectReleases({ store: team.store, who: 'me', now: new Date('2026-11-28') });
  expect(await folders()).toEqual([]);
});

it('lasts two weeks at most', async () => {
  await expect(preview(NOW, 337)).rejects.toMatchObject({ code: 'malformed' });
});
