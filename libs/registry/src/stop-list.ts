import { remoteDeclarationSchema } from '@nemus/contract';
import { z } from 'zod';
import { isSignedBy, signedText, type Signer } from './keys';
import { releaseVersionSchema } from './release';
import { laterThan, timeProblem, type SignedStamp } from './replay';
import { releaseSignatureSchema, type TrustedKey } from './signature-schema';

/** Longest life of a stop list, in days: for as long, an older one can be served to a browser that has seen none. */
export const STOP_LIST_DAYS = 14;

/** Why, by whom and since when something is stopped. */
const stopFields = {
  name: remoteDeclarationSchema.shape.name,
  /** German sentence that users read when nothing is left to show. */
  reason: z.string().min(1).max(500),
  by: z.string().min(1).max(200),
  since: z.iso.datetime(),
};

export const stoppedAreaSchema = z.strictObject({
  ...stopFields,
  /** Releases that no account gets; without it the whole area is stopped. */
  versions: z.array(releaseVersionSchema).min(1).max(50).optional(),
});
export type StoppedArea = z.infer<typeof stoppedAreaSchema>;

/** A release that no account gets as a canary; promoting it is a separate matter. */
export const stoppedCanarySchema = z.strictObject({ ...stopFields, version: releaseVersionSchema });
export type StoppedCanary = z.infer<typeof stoppedCanarySchema>;

/**
 * What an operator has stopped in an environment: a small signed document next to the registry, which overrides the
 * registry's own switches in browsers. Short-lived, since a withheld list must not pass for an empty one.
 */
export const stopListSchema = z.strictObject({
  schema: z.literal(1),
  environment: z.string().regex(/^[a-z0-9-]+$/),
  /** Incremented with every list. */
  serial: z.number().int().positive(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  areas: z.array(stoppedAreaSchema).max(200),
  canaries: z.array(stoppedCanarySchema).max(200),
  /** The operator's signature, over the canonical JSON of everything else. */
  signature: releaseSignatureSchema,
});
export type StopList = z.infer<typeof stopListSchema>;

/** Path of an environment's stop list in the store. */
export function stopListPath(environment: string): string {
  return `registry/${environment}.stops.json`;
}

function signedPart(list: object, keyId: string): string {
  return signedText('nemus-stops-1', { ...list, signature: undefined, keyId });
}

/** The list with the operator's signature. */
export async function signStopList(list: Omit<StopList, 'signature'>, signer: Signer): Promise<StopList> {
  const { keyId } = signer;
  return { ...list, signature: { keyId, value: await signer.sign(signedPart(list, keyId)) } };
}

/** Orders two lists. */
export function stopListStamp({ signature: { keyId }, serial, issuedAt }: StopList): SignedStamp {
  return { keyId, serial, issuedAt };
}

/** A valid stop list, or one readable sentence why it is not. */
export type OpenedStopList =
  | { readonly ok: true; readonly list: StopList }
  | { readonly ok: false; readonly message: string };

const refuse = (message: string): OpenedStopList => ({ ok: false, message });

/**
 * Opens a stop list as browsers do. The signature is checked first: without it, the times mean nothing.
 *
 * @param options `keys`: the operator's, as the shell pins them. `seen`: lists that were accepted, the newest of each
 * key. `kept`: the list was accepted before and no other is available. Then it stays valid past its end, and under a
 * key that has since ended, because silence must not end a stop. A removed key is never valid.
 */
export async function openStopList(
  text: string,
  {
    environment,
    now,
    keys,
    seen = [],
    kept = false,
  }: {
    readonly environment: string;
    readonly now: Date;
    readonly keys: readonly TrustedKey[];
    readonly seen?: readonly SignedStamp[];
    readonly kept?: boolean;
  },
): Promise<OpenedStopList> {
  const raw = parsedObject(text);
  const { data: list, error } = stopListSchema.safeParse(raw);
  if (!list || !raw) return refuse(`The stop list is malformed: ${error ? z.prettifyError(error) : 'no object'}`);
  const { keyId, value } = list.signature;
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return refuse('The stop list is signed with a key that is not pinned.');
  if (!(await isSignedBy(key.publicKey, value, signedPart(raw, keyId)))) {
    return refuse('The stop list does not match its signature.');
  }
  if (list.environment !== environment) {
    return refuse(`The stop list is for "${list.environment}", not for "${environment}".`);
  }
  if (kept) return { ok: true, list };
  if (key.notBefore !== undefined && now < new Date(key.notBefore)) {
    return refuse('The stop list is signed with a key that is not valid yet.');
  }
  if (key.notAfter !== undefined && now >= new Date(key.notAfter)) {
    return refuse('The stop list is signed with a key that is no longer valid.');
  }
  const later = laterThan(stopListStamp(list), seen, keys);
  if (later) return refuse(`The stop list has serial ${list.serial}; serial ${later.serial} was seen before.`);
  switch (timeProblem(list, now, STOP_LIST_DAYS)) {
    case 'valid-too-long':
      return refuse(`The stop list is valid for more than ${STOP_LIST_DAYS} days.`);
    case 'issued-in-future':
      return refuse(`The stop list was issued at a time that is still to come: ${list.issuedAt}.`);
    case 'expired':
      return refuse(`The stop list expired at ${list.expiresAt}.`);
    case null:
      return { ok: true, list };
  }
}

function parsedObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
}
