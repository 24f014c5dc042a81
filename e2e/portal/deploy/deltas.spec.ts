import { createHash } from 'node:crypto';
import { mkdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deployedSites } from '../../../tools/portal/src/deploy/deployment';
import { missingFor, SERVERS, startRealServer } from '../../../tools/portal/src/deploy/real-servers';
import { makeDeltas } from '../../../tools/portal/src/deploy/deltas/deltas';
import { hasZstd } from '../../../tools/portal/src/deploy/deltas/zstd';
import { freePorts } from '../../../tools/portal/src/serve/free-ports';
import { STORE_GENERATIONS } from '../../../tools/portal/src/serve/servers';
import { temporaryFolder } from '../../../tools/portal/src/serve/temporary-folder';
import { stopAfterPages } from '../../support/servers';
import { expect, test } from '../../support/test';

const code = (note: string) =>
  `${Array.from({ length: 400 }, (_, index) => `// ${createHash('sha256').update(`${index}`).digest('hex')}`).join('\n')}\nexport const note = '${note}';\n`;
const FILES = { 'page.a1.js': code('before'), 'page.b2.js': code('after') };
const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

for (const server of SERVERS) {
  const missing = missingFor(server) ?? (hasZstd() ? null : 'zstd is not installed');
  // Skipped on machines without the requirements; CI has all of them.
  if (missing !== null && process.env['NEMUS_REQUIRE_SERVERS'] !== '1') continue;

  test(`${server} sends a visitor with the previous version only the difference, and the browser verifies the whole`, async ({
    context,
    page,
  }) => {
    expect(missing).toBeNull();
    const folder = await realpath(await temporaryFolder(`deltas-${server}`));
    const chunks = path.join(folder, 'store/releases/demo/by-content');
    await mkdir(chunks, { recursive: true });
    await mkdir(path.join(folder, 'site'));
    await writeFile(path.join(folder, 'site/index.html'), '<!doctype html><title>x</title>');
    for (const [index, [name, text]] of Object.entries(FILES).entries()) {
      await writeFile(path.join(chunks, name), text);
      await utimes(path.join(chunks, name), 1_000 + index, 1_000 + index);
    }
    await makeDeltas(path.join(folder, 'store'), STORE_GENERATIONS, path.join(folder, 'deltas/store'));
    const [portalPort, storePort] = await freePorts(2);
    const [portal, store] = [`http://localhost:${portalPort}`, `http://localhost:${storePort}`];
    const running = await startRealServer(
      server,
      deployedSites({
        config: { storeUrl: `${store}/`, registryUrl: `${store}/registry/production.json` },
        hashes: { scriptHashes: [], styleHashes: [] },
        scripts: 'enforce',
        portal,
        siteFolder: path.join(folder, 'site'),
        storeFolder: path.join(folder, 'store'),
        configFile: path.join(folder, 'config.json'),
        deltasFolder: path.join(folder, 'deltas'),
      }),
    );
    try {
      const session = await context.newCDPSession(page);
      const encodings = new Map<string, string | undefined>();
      session.on('Network.responseReceived', ({ response }) => {
        encodings.set(
          new URL(response.url).pathname.split('/').at(-1) ?? '',
          response.headers['content-encoding'] ?? response.headers['Content-Encoding'],
        );
      });
      await session.send('Network.enable');
      await page.goto(portal);
      const read = (name: string, integrity: string) =>
        page.evaluate(
          ([address, hash]) =>
            fetch(address ?? '', { integrity: hash ?? '', credentials: 'omit' }).then((answer) => answer.text()),
          [`${store}/releases/demo/by-content/${name}`, integrity],
        );
      const [before, after] = [FILES['page.a1.js'], FILES['page.b2.js']];
      expect(await read('page.a1.js', integrityOf(before))).toBe(before);
      // The browser stores a dictionary some time after its answer; each address is only requested once.
      let attempt = 0;
      await expect
        .poll(async () => {
          attempt += 1;
          expect(await read(`page.b2.js?${attempt}`, integrityOf(after))).toBe(after);
          return encodings.get('page.b2.js');
        })
        .toBe('dcz');
    } finally {
      await stopAfterPages(context, async () => {
        await running.stop();
        await rm(folder, { recursive: true });
      });
    }
  });
}
