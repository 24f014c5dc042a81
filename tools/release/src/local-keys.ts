import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openSigner, type Signer, type TrustedKey, type TrustedKeys } from '@nemus/registry';
import { z } from 'zod';
import { generateKey, listKeys, OPERATOR, trustedKeyOf } from './keys';
import { parseJson } from './parse-json';
import { documentText } from './store/document';
import { openFolder } from './store/file-store';

/** Folder of a local portal's keys in its data folder. It never leaves the machine. */
export const KEYS_FOLDER = 'keys';

const claimsSchema = z.strictObject({ schema: z.literal(1), routes: z.array(z.string().startsWith('/')) });

/**
 * The signer of a remote on one machine: the newest key of the data folder, or a new one. So the local portal requires
 * signatures as production does, and developers need no key first.
 *
 * @param paths Paths that the area declares: the local portal pins them, with those declared earlier.
 */
export async function localSigner(dataDir: string, remote: string, paths: readonly string[] = []): Promise<Signer> {
  const folder = path.join(dataDir, KEYS_FOLDER);
  const known = await newestKey(folder, remote);
  const { key } = known ?? (await generateKey(folder, remote));
  const pinned = await readClaims(folder, remote);
  const routes = [...new Set([...pinned, ...paths])];
  const claims = Buffer.from(documentText({ schema: 1, routes }));
  // In one step: a portal reads the pins whenever a page starts.
  if (routes.length > pinned.length) await openFolder(folder).write(claimsFile(remote), claims);
  return openSigner(key);
}

/** The signer of a remote on one machine, if it has a key: a change of an existing entry makes none. */
export async function knownSigner(dataDir: string, remote: string): Promise<Signer | undefined> {
  const known = await newestKey(path.join(dataDir, KEYS_FOLDER), remote);
  return known && openSigner(known.key);
}

const newestKey = async (folder: string, remote: string) =>
  (await listKeys(folder)).findLast(({ key }) => key.remote === remote);

/** What a local portal pins: every key of its data folder, each for its own remote and the paths that it declared. */
export async function localTrust(dataDir: string): Promise<TrustedKeys> {
  const folder = path.join(dataDir, KEYS_FOLDER);
  const trusted: TrustedKeys = {};
  for (const { key } of await listKeys(folder)) {
    const keys = Object.hasOwn(trusted, key.remote) ? (trusted[key.remote]?.keys ?? []) : [];
    trusted[key.remote] = { keys: [...keys, trustedKeyOf(key)], routes: await readClaims(folder, key.remote) };
  }
  return trusted;
}

/** Folder of a local portal's operator's keys: beside those of the areas, since they belong to none. */
const OPERATOR_FOLDER = 'operator-keys';

/** The operator of one machine, and the pins of the local portal; the key is made when it is first needed. */
export async function localOperator(dataDir: string): Promise<{ signer: Signer; keys: readonly TrustedKey[] }> {
  const folder = path.join(dataDir, OPERATOR_FOLDER);
  const known = (await listKeys(folder)).map(({ key }) => key);
  const newest = known.at(-1) ?? (await generateKey(folder, OPERATOR)).key;
  return { signer: await openSigner(newest), keys: [...new Set([...known, newest])].map((key) => trustedKeyOf(key)) };
}

/** The operator's keys of one machine, as far as there are any. */
export async function localOperatorKeys(dataDir: string): Promise<readonly TrustedKey[]> {
  return (await listKeys(path.join(dataDir, OPERATOR_FOLDER))).map(({ key }) => trustedKeyOf(key));
}

const claimsFile = (remote: string) => `${remote}.routes.json`;

async function readClaims(folder: string, remote: string): Promise<string[]> {
  const text = await readFile(path.join(folder, claimsFile(remote)), 'utf8').catch(() => null);
  return text === null ? [] : claimsSchema.parse(parseJson(text)).routes;
}
