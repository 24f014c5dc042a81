import {
  canonicalJson,
  digestOf,
  entryProblem,
  pinOf,
  registeredRemoteSchema,
  signaturesNeeded,
  TRUST_PROBLEM_TEXTS,
  type RegisteredRemote,
} from '@nemus/registry';
import { z } from 'zod';
import type { ChangeRequest } from './change-request';
import { parseJson } from './parse-json';
import { Refusal } from './refusal';
import { auditLineSchema, type AuditInput } from './store/audit';
import { documentText, type CurrentRegistry } from './store/document';
import type { ReleaseStore } from './store/store';

/** A change with one signature, pending a second one. No user has it yet. */
const proposalSchema = z.strictObject({
  schema: z.literal(1),
  environment: z.string(),
  remote: z.string(),
  who: z.string().min(1),
  why: z.string(),
  proposedAt: z.iso.datetime(),
  /** Digest of the entry that it was computed from; `null` when there was none. */
  base: z.string().nullable(),
  audit: auditLineSchema.pick({ action: true, from: true, to: true, forced: true }),
  entry: registeredRemoteSchema,
});
export type Proposal = z.infer<typeof proposalSchema>;

/** A proposal, and the code that identifies the reviewed one. */
export interface FoundProposal {
  readonly proposal: Proposal;
  readonly code: string;
}

/** Refuses what cannot become an entry that browsers take: a lone signature where two are needed, or no key at all. */
export function checkSignatures({ remote, trustedKeys, signer, propose = false }: ChangeRequest): void {
  const needed = trustedKeys ? signaturesNeeded(pinOf(trustedKeys, remote)) : null;
  if (needed === 2 && !propose) {
    throw new Refusal(
      'second-person',
      `Changes of "${remote}" need the signatures of two people.`,
      `Add --propose; then another person runs "npx --no-install @nemus/release review ${remote}".`,
    );
  }
  if (!propose) return;
  if (needed === null) throw new Refusal('untrusted', 'A proposal needs the pinned keys.', 'Add --trust.');
  if (needed === 1) {
    throw new Refusal('nothing-to-do', `One signature is enough for "${remote}".`, 'Leave --propose out.');
  }
  if (!signer) throw new Refusal('untrusted', 'A proposal needs your signature.', 'Add --key with your key file.');
}

/** Refuses a signed entry that browsers would not accept. Without pinned keys this is unknown. */
export async function requireTrusted(
  { environment, remote, trustedKeys }: ChangeRequest,
  entry: object,
): Promise<void> {
  if (!trustedKeys) return;
  const parsed = registeredRemoteSchema.parse(entry);
  const problem = await entryProblem(parsed, entry, { environment, trustedKeys, now: new Date() });
  if (problem === null) return;
  throw new Refusal(
    'untrusted',
    `Browsers would refuse this entry of "${remote}": ${TRUST_PROBLEM_TEXTS[problem]}`,
    'Compare your key (--key) with what the shell pins (--trust); the platform team changes pins.',
  );
}

/** Leaves a signed entry in the store for a second person; an earlier proposal is replaced. */
export async function putProposal(
  { store, environment, remote, who, why }: ChangeRequest,
  {
    current,
    entry,
    audit,
  }: { current: CurrentRegistry; entry: object; audit: Pick<AuditInput, 'action' | 'from' | 'to' | 'forced'> },
): Promise<void> {
  const proposal: Proposal = {
    schema: 1,
    environment,
    remote,
    who,
    why,
    proposedAt: new Date().toISOString(),
    base: await baseOf(current, remote),
    audit,
    entry: registeredRemoteSchema.parse(entry),
  };
  await store.putProposal(environment, remote, documentText(proposal));
}

/** The proposal for an area; `null` without one. */
export async function readProposal(
  store: ReleaseStore,
  environment: string,
  remote: string,
): Promise<FoundProposal | null> {
  const text = await store.readProposal(environment, remote);
  if (text === null) return null;
  const parsed = proposalSchema.safeParse(parseJson(text));
  const isOurs = parsed.success && parsed.data.environment === environment && parsed.data.remote === remote;
  if (!isOurs || parsed.data.entry.name !== remote) {
    throw new Refusal('malformed', `The proposal for "${remote}" cannot be read.`, 'Have it proposed again.', {
      details: parsed.success ? ['It is for something else.'] : [z.prettifyError(parsed.error)],
    });
  }
  return { proposal: parsed.data, code: await codeOf(parsed.data) };
}

/** Identifies an entry's current state: a change of it in the meantime invalidates a proposal. */
export async function baseOf({ raw }: CurrentRegistry, remote: string): Promise<string | null> {
  const entry = raw.get(remote);
  return entry ? digestOf(canonicalJson(entry)) : null;
}

/** Names a proposal by 128 bits of its digest, so that a reviewer countersigns exactly the one they read. */
async function codeOf(proposal: Proposal): Promise<string> {
  const digest = await digestOf(canonicalJson(proposal));
  return Buffer.from(digest.slice('sha384-'.length), 'base64').toString('hex').slice(0, 32);
}

/** A field of an entry that a proposal changes, as JSON. */
export interface EntryChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** Everything that a proposal changes in an entry but its signature. */
export function entryChanges(before: RegisteredRemote | null, after: RegisteredRemote): EntryChange[] {
  const fields = new Map<string, { from: unknown; to: unknown }>();
  for (const [field, from] of Object.entries(before ?? {})) fields.set(field, { from, to: undefined });
  for (const [field, to] of Object.entries(after)) fields.set(field, { from: fields.get(field)?.from, to });
  fields.delete('signature');
  const text = (value: unknown) => (value === undefined ? null : canonicalJson(value));
  return [...fields]
    .map(([field, { from, to }]) => ({ field, from: text(from), to: text(to) }))
    .filter(({ from, to }) => from !== to);
}
