import path from 'node:path';
import { openSigner, type Signer, type TrustedKeys } from '@nemus/registry';
import { generateKey, listKeys, trustedKeyOf } from './keys';

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
