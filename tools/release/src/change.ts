import { setTimeout as pause } from 'node:timers/promises';
import { ENTRY_VALIDITY_DAYS, registeredRemoteSchema, signEntry, type RegisteredRemote } from '@nemus/registry';
import type { ChangeRequest } from './change-request';
import { checkSignatures, putProposal, requireTrusted } from './proposals';
import { Refusal } from './refusal';
import type { AuditInput } from './store/audit';
import { emptyRegistry, openText, type CurrentRegistry } from './store/document';
import type { ReleaseStore } from './store/store';

/** The new entry (`null` removes the area) and the line for the audit log; `null` when nothing changes. */
export type Decision = {
  readonly entry: object | null;
  /** The change switches the area off: the author that users read. */
  readonly switched?: { readonly by: string | null; readonly team: string };
  /** Signatures do not cover this change: the entry keeps its own. */
  readonly keepsSignature?: boolean;
  readonly audit: Pick<AuditInput, 'action' | 'from' | 'to' | 'forced'>;
} | null;

export interface ChangeResult {
  /** `proposed`: it needs a second signature and no user has it yet. */
  readonly status: 'changed' | 'unchanged' | 'proposed';
  /** Revision of the registry afterwards. */
  readonly revision: number;
  readonly from: string | null;
  readonly to: string | null;
}

export const DAY = 86_400_000;
/** Default validity of a registry and its signatures. */
export const VALID_FOR_DAYS = 90;

/** With this many concurrent writers, the last one still succeeds. */
const ATTEMPTS = 100;
/** Longest pause before the next attempt, in milliseconds. */
const LONGEST_PAUSE = 200;

/**
 * Changes one area's entry: reads the registry, calls `decide`, and writes. If another writer was faster, it starts
 * again with the new state, so the decision always fits the state that it changes.
 *
 * @param decide `end`: until when a signature for the decision is valid.
 */
export async function changeEntry(
  request: ChangeRequest,
  decide: (current: CurrentRegistry, entry: RegisteredRemote | null, end: Date) => Promise<Decision> | Decision,
): Promise<ChangeResult> {
  const { store, environment, remote, who, why } = request;
  const validFor = validityOf(request);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const current = await readCurrent(store, environment);
    const issuedAt = new Date();
    const times = { issuedAt, expiresAt: new Date(issuedAt.getTime() + validFor) };
    const decision = await decide(current, entryOf(current, remote), times.expiresAt);
    if (!decision) return { status: 'unchanged', revision: current.revision, from: null, to: null };
    const { audit, switched, keepsSignature = false } = decision;
    const isSigning = !keepsSignature && decision.entry !== null;
    if (isSigning) checkSignatures(request);
    const entry = isSigning ? await signed(request, decision.entry, current.revision + 1, times) : decision.entry;
    if (isSigning && entry && request.propose === true) {
      await putProposal(request, { current, entry, audit });
      return { status: 'proposed', revision: current.revision, from: audit.from, to: audit.to };
    }
    if (isSigning && entry) await requireTrusted(request, entry);
    const result = await store.compareAndSet({
      environment,
      remote,
      expectedRevision: current.revision,
      entry,
      audit: { who, remote, why, ...audit },
      ...(switched ? { switched } : {}),
      validFor,
    });
    if (result.ok) return { status: 'changed', revision: result.revision, from: audit.from, to: audit.to };
    await pause(Math.random() * Math.min(LONGEST_PAUSE, attempt * 10));
  }
  throw new Refusal(
    'conflict',
    `Others kept writing the registry "${environment}"; ${ATTEMPTS} attempts were overtaken. Nothing was changed.`,
    'Run the command again.',
  );
}

/** How long registry and signature are to be valid, in milliseconds; refused when browsers would not take it. */
function validityOf({ validForDays = VALID_FOR_DAYS }: ChangeRequest): number {
  if (validForDays <= ENTRY_VALIDITY_DAYS) return validForDays * DAY;
  throw new Refusal(
    'untrusted',
    `Browsers refuse a signature that is valid for more than ${ENTRY_VALIDITY_DAYS} days.`,
    'Give --valid-for less, and renew in time.',
  );
}

async function signed(
  request: ChangeRequest,
  entry: object,
  serial: number,
  times: { readonly issuedAt: Date; readonly expiresAt: Date },
): Promise<object> {
  // Through the schema, so that the signed text is exactly the written one.
  const parsed = registeredRemoteSchema.parse({ ...entry, signature: undefined });
  if (!request.signer) return parsed;
  return signEntry(parsed, request.signer, { environment: request.environment, serial, ...times });
}

/** The content of an environment's registry. */
export async function readCurrent(store: ReleaseStore, environment: string): Promise<CurrentRegistry> {
  const text = await store.readRegistry(environment);
  if (text === null) return emptyRegistry(environment);
  const { registry, raw } = openText(text);
  return { revision: registry.revision, registry, raw };
}

/** The entry of a remote; `null` when it was never promoted in this environment. */
export function entryOf({ registry }: CurrentRegistry, remote: string): RegisteredRemote | null {
  return registry.remotes.find(({ name }) => name === remote) ?? null;
}

/** The entry of a remote, refused when there is none. */
export function requireEntry(current: CurrentRegistry, remote: string): RegisteredRemote {
  const entry = entryOf(current, remote);
  if (entry) return entry;
  const known = current.registry.remotes.map(({ name }) => name).join(', ');
  throw new Refusal(
    'not-registered',
    `"${remote}" was never promoted to "${current.registry.environment}".`,
    `Promote a release first: "npx --no-install @nemus/release promote ${remote}". Registered are: ${known || 'none'}.`,
  );
}
