import { rm } from 'node:fs/promises';
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
  // Loads every file as a browser would.
  expect(await makeOverride({ remote, url })).toMatchObject({ override: { remote, url } });
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

it('sends the compressed form to browsers that take it, as long as it is there', async () => {
  const text = 'export const text = "again and again and again and again";';
  const app = await writeSampleApp(folder, { files: { 'text.js': text } });
  await packRelease(app);
  const { url, close } = await serveApp(app, 0);
  const ask = (encoding: string) => fetch(`${url}text.js`, { headers: { 'accept-encoding': encoding } });
  const encodings = async () => {
    const answers = [await ask('gzip, br'), await ask('identity')];
    for (const answer of answers) {
      expect(await answer.text()).toBe(text);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    }
    return answers.map((answer) => answer.headers.get('content-encoding'));
  };
  expect(await encodings()).toEqual(['br', null]);
  await rm(path.join(app, 'dist/files/text.js.br'));
  expect(await encodings()).toEqual([null, null]);
  expect((await fetch(`${url}text.js.br`)).status).toBe(404);
  await close();
});

it('says when the port is taken, and when nothing is packed', async () => {
  const app = await writeSampleApp(folder);
  await expect(serveApp(path.join(folder, 'nothing'), 0)).rejects.toMatchObject({ code: 'not-built' });
  await packRelease(app);
  const { url, close } = await serveApp(app, 0);
  await expect(serveApp(app, Number(new URL(url).port))).rejects.toMatchObject({ code: 'malformed' });
  await close();
});
