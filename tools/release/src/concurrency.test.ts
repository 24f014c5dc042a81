import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readCurrent } from './change';
import { packRelease } from './pack';
import { publishRelease } from './publish';
import { promoteElsewhere } from './samples/promote-elsewhere';
import { temporaryFolder, writeSampleApp } from './samples/sample-app';
import { openFileStore } from './store/file-store';

const TEAMS = ['alpha', 'beta'];
/** Versions that each process promotes concurrently; every team has two processes. */
const SHARES = [
  [0, 1, 2, 3, 4],
  [5, 6, 7, 8, 9],
];

it('loses none of 20 promotions that two teams start at once', async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    const storeFolder = path.join(folder, 'store');
    const store = openFileStore(storeFolder);
    for (const team of TEAMS) {
      for (const patch of SHARES.flat()) {
        const app = await writeSampleApp(folder, { name: team, patch });
        await publishRelease(store, await packRelease(app), { who: team });
      }
    }

    const jobs = TEAMS.flatMap((team) => SHARES.map((patches) => promoteElsewhere(storeFolder, team, patches)));
    expect((await Promise.all(jobs)).join('')).toBe('');

    // Each promotion changed the registry once, overwrote no other, and left its line.
    const { revision, registry } = await readCurrent(store, 'live');
    expect(revision).toBe(20);
    const audit = await store.readAudit('live');
    expect(audit.map((line) => line.revision)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const team of TEAMS) {
      const lines = audit.filter(({ remote }) => remote === team);
      expect(new Set(lines.map(({ to }) => to)).size).toBe(10);
      // Every promotion builds on the previous one: a chain without a gap that ends at the stable release.
      expect(lines.map(({ from }) => from)).toEqual([null, ...lines.slice(0, -1).map(({ to }) => to)]);
      expect(registry.remotes.find(({ name }) => name === team)?.stable.version).toBe(lines.at(-1)?.to);
    }
    const shown = await readFile(path.join(storeFolder, 'registry/live.json'), 'utf8');
    expect(shown).toBe(await store.readRegistry('live'));
  } finally {
    await remove();
  }
}, 120_000);
