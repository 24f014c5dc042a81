import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  digestOf,
  generateKeyPair,
  keyIdSchema,
  openSigner,
  pinOf,
  trustedKeySchema,
  trustedKeysSchema,
  type Signer,
  type TrustedKey,
  type TrustedKeys,
} from '@nemus/registry';
import { z } from 'zod';
import { DAY } from './change';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';
import { documentText } from './store/document';

/** A team's key file. It stays with the team: the private half is in it. */
const keyFileSchema = z.strictObject({
  schema: z.literal(1),
  remote: z.string().min(1),
  keyId: keyIdSchema,
  createdAt: z.iso.datetime(),
  publicKey: z.string().min(1),
  privateKey: z.string().min(1),
});
export type KeyFile = z.infer<typeof keyFileSchema>;

/** Makes a key for a remote and writes it to `<folder>/<remote>.<key id>.json`, readable by its owner alone. */
export async function generateKey(folder: string, remote: string): Promise<{ file: string; key: KeyFile }> {
  const pair = await generateKeyPair();
  const key: KeyFile = { schema: 1, remote, createdAt: new Date().toISOString(), ...pair };
  const file = path.join(folder, `${remote}.${key.keyId}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, documentText(key), { flag: 'wx', mode: 0o600 });
  // The process's umask may have taken rights away, never added any; this is for file systems without modes.
  await chmod(file, 0o600);
  return { file, key };
}

/** Key files of a folder, newest last. */
export async function listKeys(folder: string): Promise<{ file: string; key: KeyFile }[]> {
  const names = await readdir(folder).catch(() => []);
  const keys = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => {
        const file = path.join(folder, name);
        const parsed = keyFileSchema.safeParse(parseJson(await readFile(file, 'utf8')));
        return parsed.success ? [{ file, key: parsed.data }] : [];
      }),
  );
  return keys.flat().toSorted((a, b) => a.key.createdAt.localeCompare(b.key.createdAt));
}

/**
 * Opens the key that signs. @param source A file, or the text of one (for a secret of the build server).
 */
export async function openKey(source: string): Promise<{ key: KeyFile; signer: Signer }> {
  const isText = source.trimStart().startsWith('{');
  const text = isText ? source : await readFile(source, 'utf8').catch(() => null);
  const parsed = keyFileSchema.safeParse(text === null ? null : parseJson(text));
  if (!parsed.success) {
    throw new Refusal(
      'untrusted',
      `${isText ? 'The key in NEMUS_SIGNING_KEY' : source} is no key file.`,
      'Make one: "npx --no-install @nemus/release keys generate <remote>".',
      { details: text === null ? ['The file does not exist.'] : [] },
    );
  }
  return { key: parsed.data, signer: await openSigner(parsed.data) };
}

/** The owner of an operators' key file. No area has such a name. */
export const OPERATOR = '@operator';

/** The line that an operator adds to the shell's configuration for a new key. */
export function trustedKeyOf(key: KeyFile, change: Pick<TrustedKey, 'notBefore' | 'notAfter'> = {}): TrustedKey {
  return { id: key.keyId, publicKey: key.publicKey, ...change };
}

/**
 * Reads the pinned keys from the shell's `config.json`, from the file beside it that it names, or from a file with
 * `trustedKeys` alone.
 */
export async function readTrustedKeys(file: string): Promise<TrustedKeys> {
  return (await openTrustFile(file)).trustedKeys;
}

/** Reads the operators' keys that the shell pins; `null` when its configuration names none. */
export async function readOperatorKeys(file: string): Promise<readonly TrustedKey[] | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const config = z.looseObject({ stops: z.looseObject({ keys: z.array(trustedKeySchema) }) });
  return config.safeParse(text === null ? null : parseJson(text)).data?.stops.keys ?? null;
}

const keysFileSchema = z.looseObject({ trustedKeysFile: z.object({ path: z.string().startsWith('/') }) });

async function openTrustFile(file: string) {
  const text = await readFile(file, 'utf8').catch(() => null);
  const json = text === null ? null : parseJson(text);
  const named = keysFileSchema.safeParse(json);
  if (named.success) return openNamedKeys(file, named.data);
  const whole = z.looseObject({ trustedKeys: trustedKeysSchema }).safeParse(json);
  if (whole.success) {
    return {
      trustedKeys: whole.data.trustedKeys,
      write: (trustedKeys: TrustedKeys) => writeFile(file, documentText({ ...whole.data, trustedKeys })),
    };
  }
  const alone = trustedKeysSchema.safeParse(json);
  if (alone.success) {
    return {
      trustedKeys: alone.data,
      write: (trustedKeys: TrustedKeys) => writeFile(file, documentText(trustedKeys)),
    };
  }
  throw new Refusal(
    'untrusted',
    `${file} pins no keys.`,
    "Name the shell's config.json, or a file with its trustedKeys.",
    {
      details: text === null ? ['The file does not exist.'] : [z.prettifyError(alone.error)],
    },
  );
}

/**
 * Keys in a file beside the configuration. A change gets another name, so that old and new pages each find their own.
 */
async function openNamedKeys(file: string, config: z.infer<typeof keysFileSchema>) {
  const folder = path.dirname(file);
  return {
    trustedKeys: await readTrustedKeys(path.join(folder, config.trustedKeysFile.path)),
    write: async (trustedKeys: TrustedKeys) => {
      const text = documentText(trustedKeys);
      const trustedKeysFile = await namedKeysFile(text);
      await writeFile(path.join(folder, trustedKeysFile.path), text);
      await writeFile(file, documentText({ ...config, trustedKeysFile }));
    },
  };
}

/** How a configuration names a file with this text: by a path that changes with it, and its digest. */
export async function namedKeysFile(text: string): Promise<{ path: string; digest: string }> {
  const digest = await digestOf(text);
  const hash = Buffer.from(digest.slice('sha384-'.length), 'base64').toString('hex');
  return { path: `/trusted-keys.${hash.slice(0, 16)}.json`, digest };
}

/** Which pinned key a new one replaces, and when that one ends. */
export interface Rotation {
  /** The last moment at which both keys count. */
  readonly ends: string;
  /** Id of the key that ends then; `null` where no other key is valid longer anyway. */
  readonly replaced: string | null;
}

/**
 * Decides which key of an area a new one replaces. With several valid keys, such as those of two people, the caller
 * must name one; the others stay as they are.
 *
 * @param options `replaced`: id of the key, as `keys list` shows it.
 * @throws {Refusal} when it is not clear which key is meant, or it is none of the area's.
 */
export async function planRotation(
  file: string,
  remote: string,
  { overlapDays, replaced, now = new Date() }: { overlapDays: number; replaced?: string | undefined; now?: Date },
): Promise<Rotation> {
  const pinned = pinOf((await openTrustFile(file)).trustedKeys, remote)?.keys ?? [];
  const ends = new Date(now.getTime() + overlapDays * DAY).toISOString();
  const lasting = pinned.filter(({ notAfter }) => notAfter === undefined || notAfter > ends);
  const [first, ...others] = lasting;
  if (replaced === undefined && others.length === 0) return { ends, replaced: first?.id ?? null };
  if (lasting.some(({ id }) => id === replaced)) return { ends, replaced: replaced ?? null };
  const details = pinned.map(
    ({ id, notAfter }) => `${id}: ${notAfter === undefined ? 'without end' : `until ${notAfter}`}`,
  );
  const known = pinned.find(({ id }) => id === replaced);
  const [summary, remedy] =
    replaced === undefined
      ? [
          `"${remote}" has ${lasting.length} keys that count on, and only one of them is replaced.`,
          'Say which: --key <id>.',
        ]
      : known
        ? [`The key ${replaced} ends before ${ends} already.`, 'Name another one, or a shorter --overlap.']
        : [`The key ${replaced} is none of those that "${remote}" has.`, 'Name one of them: --key <id>.'];
  throw new Refusal('untrusted', summary, remedy, { details });
}

/** Adds a new key to the pinned ones and lets the replaced one end; until then, entries of both are accepted. */
export async function rotateKey(file: string, key: KeyFile, { ends, replaced }: Rotation): Promise<void> {
  const { trustedKeys, write } = await openTrustFile(file);
  const pinned = pinOf(trustedKeys, key.remote) ?? { keys: [], routes: [] };
  const before = pinned.keys.map((old) => (old.id === replaced ? { ...old, notAfter: ends } : old));
  await write({ ...trustedKeys, [key.remote]: { ...pinned, keys: [...before, trustedKeyOf(key)] } });
}
