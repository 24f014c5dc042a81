import path from 'node:path';
import { openSigner, type Signer, type TrustedKey, type TrustedKeys } from '@nemus/registry';
import { generateKey, listKeys, OPERATOR, trustedKeyOf } from './keys';

/** Folder of a local portal's keys in its data folder. It never leaves the machine. */
export const KEYS_FOLDER = 'keys';

/**
 * The signer of a remote on one machine: the newest key of the data folder, or one that is made now. So the local
 * portal asks for signatures as production does, without anybody having to make a key first.
 */
export async function localSigner(dataDir: string, remote: string): Promise<Signer> {
  const folder = path.join(dataDir, KEYS_FOLDER);
  const known = (await listKeys(folder)).findLast(({ key }) => key.remote === remote);
  return openSigner((known ?? (await generateKey(folder, remote))).key);
}

/** What a local portal pins: every key of its data folder, each for its own remote. */
export async function localTrust(dataDir: string): Promise<TrustedKeys> {
  const trusted: TrustedKeys = {};
  for (const { key } of await listKeys(path.join(dataDir, KEYS_FOLDER))) {
    const keys = Object.hasOwn(trusted, key.remote) ? (trusted[key.remote]?.keys ?? []) : [];
    trusted[key.remote] = { keys: [...keys, trustedKeyOf(key)] };
  }
  return trusted;
}

/** Folder of a local portal's operator's keys: beside those of the areas, since they speak for none. */
const OPERATOR_FOLDER = 'operator-keys';

/** Who stops areas on one machine, and what the local portal pins for it; the key is made when it is first needed. */
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
