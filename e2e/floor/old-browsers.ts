/**
 * The oldest supported browsers that a package has. They are downloaded when they are needed, into a cache beside the
 * packages: together they are larger than all of them. A download with another hash is refused.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/nemus-browsers');

const CHROMIUM = {
  folder: 'chromium-111',
  spec: '@sparticuz/chromium@111.0.0',
  sha512: 'h68PUvW3tz3vZxYa/XxpHdudZ65p6zejBcBdW6qwsJ3xHR4d6myclK+E3stQd3epnPNVZAf/rDf37njG1VjNWg==',
};

/** Firefox of Debian 11, with the libraries that later releases lack. */
const FIREFOX = {
  folder: 'firefox-115',
  packages: [
    {
      file: 'f/firefox-esr/firefox-esr_115.14.0esr-1~deb11u1_amd64.deb',
      sha512: 'UY2C7grPOiLsaqmrbCFWudbM2AruZeTOg4494102fOkwKBGh6SiY1HzQ+w3WVD71XCnAfJBB2+7huBUyFZOFdw==',
    },
    {
      file: 'libf/libffi/libffi7_3.3-6_amd64.deb',
      sha512: 'G0dtTy9WMaj+392Dpv+a5qIH106gC5C/qAKx5RmeUPpCM5Fhwrt1XXdcyGIC7ys7lpVJcinU2XSVDhuHcE0zyw==',
    },
    {
      file: 'd/dbus-glib/libdbus-glib-1-2_0.110-6_amd64.deb',
      sha512: 'vwhjCnxap3q/C4VlQr8eIdYrRZWhC80iSEtvpSkX82LRAwzEX2qnpA93mNlu6WV/e1/QQ53iTviIPhAcQXbKMQ==',
    },
  ],
};

/** Runs a program; returns its output. */
function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr}`);
}

function requireHash(bytes: Buffer, sha512: string, file: string): void {
  const found = createHash('sha512').update(bytes).digest('base64');
  if (found !== sha512) throw new Error(`${file} has another hash: ${found}.`);
}

/** A folder of the cache, made by `fill` unless it is there; whole, or not at all. */
async function cached(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return folder;
}

/** Path of Chromium 111. */
export async function oldChromium(): Promise<string> {
  const folder = await cached(CHROMIUM.folder, async (unfinished) => {
    const archive = run('npm', ['pack', '--silent', CHROMIUM.spec], unfinished).trim();
    const file = path.join(unfinished, archive);
    requireHash(await readFile(file), CHROMIUM.sha512, CHROMIUM.spec);
    run('tar', ['-xzf', archive, 'package/bin/chromium.br'], unfinished);
    const program = path.join(unfinished, 'chromium');
    const packed = path.join(unfinished, 'package/bin/chromium.br');
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(program));
    await chmod(program, 0o755);
    await rm(path.join(unfinished, 'package'), { recursive: true });
    await rm(file);
  });
  return path.join(folder, 'chromium');
}

/** Address of this machine's mirror of Debian: the first that apt reads its lists from. */
function mirrorOfDebian(): string {
  const [mirror] = run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(COMPONENT)'])
    .split('\n')
    .filter((line) => line.endsWith('/debian/ main'));
  if (mirror === undefined)
    throw new Error('Firefox 115 is a package of Debian: run this on Debian (or in its container).');
  return mirror.replace(/ main$/, '');
}

/** Path of Firefox 115. */
export async function oldFirefox(): Promise<string> {
  const folder = await cached(FIREFOX.folder, async (unfinished) => {
    for (const { file, sha512 } of FIREFOX.packages) {
      const answer = await fetch(`${mirrorOfDebian()}pool/main/${file}`);
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      requireHash(bytes, sha512, file);
      const archive = path.join(unfinished, path.basename(file));
      await writeFile(archive, bytes);
      run('dpkg-deb', ['--extract', archive, unfinished]);
      await rm(archive);
    }
    const program = path.join(unfinished, 'firefox');
    const start =
      'cd "$(dirname "$0")"\nLD_LIBRARY_PATH="$PWD/usr/lib/x86_64-linux-gnu" exec usr/lib/firefox-esr/firefox-esr "$@"';
    await writeFile(program, `#!/bin/sh\n${start}\n`);
    await chmod(program, 0o755);
  });
  return path.join(folder, 'firefox');
}
