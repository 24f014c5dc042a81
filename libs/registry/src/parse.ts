import { z } from 'zod';
import { CONTRACT_VERSION } from '@nemus/contract';
import { contractProblem } from './compatibility';
import { registeredRemoteSchema, registryDocumentSchema, type RegistryDocument } from './registry';
import { releaseDocumentSchema, type ReleaseDocument } from './release';

/** Why a document cannot be used. */
export type DocumentProblem = 'not-json' | 'unknown-schema' | 'malformed' | 'wrong-environment' | 'expired' | 'older';

/** A document that cannot be used, with one readable sentence. */
export interface Refused {
  readonly ok: false;
  readonly problem: DocumentProblem;
  readonly message: string;
}

/** An unusable entry of a registry; the others are usable. */
export interface RefusedRemote {
  readonly name: string;
  readonly message: string;
}

/** A registry that can be used. */
export interface ParsedRegistry {
  readonly ok: true;
  readonly registry: RegistryDocument;
  /** Raw entries by remote name: what their signatures cover. */
  readonly raw: ReadonlyMap<string, object>;
  readonly refused: readonly RefusedRemote[];
}

/** A release document that can be used. */
export interface ParsedRelease {
  readonly ok: true;
  readonly release: ReleaseDocument;
  /** The raw document: what its signature covers. */
  readonly raw: object;
}

function refuse(problem: DocumentProblem, message: string): Refused {
  return { ok: false, problem, message };
}

/** Fields around the entries. Unknown fields are ignored; a change of meaning raises `schema`. */
const envelopeSchema = z.object({ ...registryDocumentSchema.shape, remotes: z.array(z.unknown()) });
const versionedSchema = z.looseObject({ schema: z.number() });
const namedSchema = z.looseObject({ name: z.string() });

/** Parses JSON with a schema number that this version understands. */
function parseVersioned(text: string, what: string): { ok: true; value: object } | Refused {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('not-json', `The ${what} is not JSON; probably an error page came instead of it.`);
  }
  const versioned = versionedSchema.safeParse(value);
  if (!versioned.success) return refuse('malformed', `The ${what} has no schema number.`);
  if (versioned.data.schema !== 1) {
    return refuse('unknown-schema', `The ${what} has schema ${versioned.data.schema}; this version reads schema 1.`);
  }
  return { ok: true, value: versioned.data };
}

/**
 * Parses a registry document. Unreadable entries are left out and reported, so one team's mistake does not take the
 * portal down.
 *
 * @param options `environment` that is expected; `now` for the expiry; `seen` is the last registry that was accepted:
 * a lower revision that was issued no later is refused.
 */
export function parseRegistry(
  text: string,
  options: { environment?: string; now?: Date; seen?: { revision: number; issuedAt: string } | null } = {},
): ParsedRegistry | Refused {
  const versioned = parseVersioned(text, 'registry');
  if (!versioned.ok) return versioned;
  const envelope = envelopeSchema.safeParse(versioned.value);
  if (!envelope.success) return refuse('malformed', `The registry is malformed:\n${z.prettifyError(envelope.error)}`);
  const { environment, revision, issuedAt, expiresAt } = envelope.data;
  if (options.environment !== undefined && environment !== options.environment) {
    return refuse('wrong-environment', `The registry is for "${environment}", not for "${options.environment}".`);
  }
  if (options.now !== undefined && options.now >= new Date(expiresAt)) {
    return refuse('expired', `The registry expired at ${expiresAt}.`);
  }
  if (options.seen && isOlder({ revision, issuedAt }, options.seen)) {
    return refuse('older', `The registry has revision ${revision}; revision ${options.seen.revision} was seen before.`);
  }
  const remotes: RegistryDocument['remotes'] = [];
  const raw = new Map<string, object>();
  const refused: RefusedRemote[] = [];
  for (const candidate of envelope.data.remotes) {
    const named = namedSchema.safeParse(candidate);
    const name = named.success ? named.data.name : '(no name)';
    const parsed = registeredRemoteSchema.safeParse(candidate);
    if (!named.success || !parsed.success) {
      refused.push({ name, message: parsed.error ? unreadable(candidate, parsed.error) : 'The entry has no name.' });
    } else if (raw.has(name)) {
      refused.push({ name, message: 'The registry has this remote twice; the first entry counts.' });
    } else {
      remotes.push(parsed.data);
      raw.set(name, named.data);
    }
  }
  return { ok: true, registry: { ...envelope.data, remotes }, raw, refused };
}

const contractSchema = z.looseObject({ stable: z.looseObject({ contract: z.string() }) });

/** An entry of a newer contract may have fields that this version does not know: then the contract is the reason. */
function unreadable(candidate: unknown, error: z.ZodError): string {
  const written = contractSchema.safeParse(candidate);
  const problem = written.success ? contractProblem(written.data.stable.contract, CONTRACT_VERSION) : null;
  return problem ?? z.prettifyError(error);
}

/**
 * Whether a document is older than `seen`. A lower revision alone is not enough: a recreated store counts from the
 * beginning, but issues later.
 */
export function isOlder(
  candidate: { revision: number; issuedAt: string },
  seen: { revision: number; issuedAt: string },
): boolean {
  return candidate.revision < seen.revision && new Date(candidate.issuedAt) <= new Date(seen.issuedAt);
}

/** Parses a release document. */
export function parseRelease(text: string): ParsedRelease | Refused {
  const versioned = parseVersioned(text, 'release document');
  if (!versioned.ok) return versioned;
  const parsed = releaseDocumentSchema.safeParse(versioned.value);
  if (!parsed.success) {
    return refuse('malformed', `The release document is malformed:\n${z.prettifyError(parsed.error)}`);
  }
  return { ok: true, release: parsed.data, raw: versioned.value };
}
