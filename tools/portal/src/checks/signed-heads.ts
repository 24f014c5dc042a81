import { isSignedBy, signedText, type Signer, type TrustedKey } from '@nemus/registry';
import type { ReleaseStore } from '@nemus/release';
import { z } from 'zod';

/** Kept outside the database, whose owner could rewrite them with the steps. */
const FOLDER = 'logbook/';

/** The newest step of every logbook, as `nemus_logbook_heads` returns them. */
export const headsSchema = z.array(z.object({ logbook: z.string(), number: z.int().min(1), hash: z.string() }));
export type LogbookHeads = z.infer<typeof headsSchema>;

const documentSchema = z.strictObject({
  schema: z.literal(1),
  madeAt: z.iso.datetime(),
  heads: headsSchema,
  keyId: z.string(),
  signature: z.string(),
});

const textOf = (madeAt: string, heads: LogbookHeads) => signedText('nemus-logbook-heads-1', { madeAt, heads });

/** Signs heads and keeps them under their time; a stored document is never replaced. */
export async function keepHeads(store: ReleaseStore, signer: Signer, heads: LogbookHeads, now: Date): Promise<string> {
  const madeAt = now.toISOString();
  const signature = await signer.sign(textOf(madeAt, heads));
  const file = `${FOLDER}${madeAt.replaceAll(':', '-')}.json`;
  const document = { schema: 1, madeAt, heads, keyId: signer.keyId, signature };
  await store.putImmutable(file, Buffer.from(`${JSON.stringify(document)}\n`));
  return file;
}

/**
 * The newest kept heads; `null` when there are none. Older ones follow from them: each document is signed only after
 * the chain was checked against the one before.
 * @throws when the document is not signed with a pinned key, or not made at its time
 */
export async function readHeads(
  store: ReleaseStore,
  keys: readonly TrustedKey[],
): Promise<{ readonly madeAt: string; readonly heads: LogbookHeads } | null> {
  const newest = (await store.list(FOLDER)).at(-1);
  const bytes = newest === undefined ? null : await store.read(`${FOLDER}${newest}`);
  if (newest === undefined || bytes === null) return null;
  const { madeAt, heads, keyId, signature } = documentSchema.parse(JSON.parse(Buffer.from(bytes).toString()));
  const key = keys.find(({ id }) => id === keyId);
  const isGenuine =
    key !== undefined &&
    newest === `${madeAt.replaceAll(':', '-')}.json` &&
    (await isSignedBy(key.publicKey, signature, textOf(madeAt, heads)));
  if (!isGenuine) throw new Error(`${FOLDER}${newest} is not signed with a key of the operators.`);
  return { madeAt, heads };
}
