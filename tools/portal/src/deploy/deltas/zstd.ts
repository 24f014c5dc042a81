import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Begins the bytes of `dcz`, before the digest of the dictionary (RFC 9842, 5). */
const MARK = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** Whether this machine has the program `zstd`; Node compresses so from 22.15 on alone. */
export const hasZstd = () =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, 'zstd')));

/** The digest by which browsers name what they have. */
export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/**
 * The delta between two files, in the form `dcz`. It is unpacked as a check before it is returned.
 *
 * @throws when the result differs from the file.
 */
export async function deltaOf(had: Uint8Array, wanted: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-delta-'));
  const [dictionary, file, packed] = ['had', 'wanted', 'packed'].map((name) => path.join(folder, name));
  if (!dictionary || !file || !packed) throw new Error('There are no files.');
  try {
    await writeFile(dictionary, had);
    await writeFile(file, wanted);
    await run('zstd', ['-19', '-q', '-f', '-D', dictionary, file, '-o', packed]);
    const options = { encoding: 'buffer', maxBuffer: 100_000_000 } as const;
    const { stdout } = await run('zstd', ['-d', '-q', '-c', '-D', dictionary, packed], options);
    if (!stdout.equals(wanted)) throw new Error('zstd has unpacked other bytes than it was given.');
    return Buffer.concat([MARK, createHash('sha256').update(had).digest(), await readFile(packed)]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
