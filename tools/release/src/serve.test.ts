import path from 'node:path';
import { makeOverride } from './override';
import { packRelease } from './pack';
import { temporaryFolder, writeSampleApp } from './samples/sample-app';
import { serveApp } from './serve';

let folder: string;
let remove: () => Promise<void>;
beforeEach(async () => ({ folder, remove } = await temporaryFolder()));
afterEach(() => remove());

it('serves what is packed, as an override needs it, and nothing else', async () => {
  const app = await writeSampleApp(folder);
  const { release } = await packRelease(app);
  const { url, remote, close } = await serveApp(app, 0);
  expect(remote).toBe('alpha');
  // Looks at every file as a browser would.
  expect(await makeOverride({ remote, url })).toMatchObject({ remote, url });
  for (const file of ['', 'package.json', '../package.json', '..%2Fpackage.json', 'files/remoteEntry.js']) {
    expect((await fetch(`${url}${file}`)).status).toBe(404);
  }
  // The next build is there without another start.
  await packRelease(await writeSampleApp(folder, { patch: 0 }));
  const answer = await fetch(`${url}release.json`);
  expect(await answer.json()).toMatchObject({ version: release.version });
  await close();
  await expect(fetch(url)).rejects.toThrow();
});

it('says when the port is taken, and when nothing is packed', async () => {
  const app = await writeSampleApp(folder);
  await expect(serveApp(path.join(folder, 'nothing'), 0)).rejects.toMatchObject({ code: 'not-built' });
  await packRelease(app);
  const { url, close } = await serveApp(app, 0);
  await expect(serveApp(app, Number(new URL(url).port))).rejects.toMatchObject({ code: 'malformed' });
  await close();
});
