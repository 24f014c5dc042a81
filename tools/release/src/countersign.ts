import {
  canonicalJson,
  countersignEntry,
  entryClaims,
  type RegisteredRemote,
  type ReleasePointer,
  type Signer,
  type TrustedKeys,
} from '@nemus/registry';
import { changeEntry, entryOf, readCurrent, type ChangeResult } from './change';
import type { ChangeRequest } from './change-request';
import { openGate, type Gate, type GateOptions } from './gate';
import { baseOf, checkSignatures, readProposal, requireTrusted, type Proposal } from './proposals';
import { Refusal } from './refusal';
import { openPublished } from './release-files';
import { pointersOf } from './verify';

export type CountersignRequest = ChangeRequest &
  GateOptions & {
    readonly signer: Signer;
    readonly trustedKeys: TrustedKeys;
    /** Names the proposal that was reviewed. */
    readonly code: string;
  };

/**
 * Signs a proposal as the second person and puts it into the registry. The first person's machine is not trusted:
 * releases that the entry newly points to pass the gate here, its claims must be those of its release, and both
 * signatures must be valid.
 */
export async function countersignProposal(request: CountersignRequest): Promise<ChangeResult> {
  const { store, environment, remote, signer } = request;
  const proposal = await reviewedProposal(request);
  // Only where two people sign is there anything to countersign.
  checkSignatures({ ...request, propose: true });
  const entry = await countersignEntry(proposal.entry, signer, environment);
  await requireTrusted(request, entry);
  const before = entryOf(await requireBase(request, proposal), remote);
  const gates = await openGates(request, proposal, before);
  const said = request.why === '' ? '' : `; ${request.why}`;
  const why = `${proposal.why} (proposed by ${proposal.who}${said})`;
  const result = await changeEntry({ ...request, why, propose: false }, async (current) => {
    await checkBase(current, proposal);
    const overruled: string[] = [];
    for (const gate of gates) overruled.push(...((await gate.pass(current)) ?? []));
    const forced = [...new Set([...(proposal.audit.forced ?? []), ...overruled])];
    return {
      entry,
      keepsSignature: true,
      audit: { ...proposal.audit, ...(forced.length > 0 ? { forced } : {}) },
    };
  });
  await store.putProposal(environment, remote, null);
  return result;
}

/** The release that users would newly get with an entry; `null` when it gives them none. */
export function newRelease(before: RegisteredRemote | null, { stable, canary }: RegisteredRemote): string | null {
  if (before?.stable.version !== stable.version) return stable.version;
  const version = canary?.pointer.version;
  return version === undefined || before.canary?.pointer.version === version ? null : version;
}

async function reviewedProposal({ store, environment, remote, code }: CountersignRequest): Promise<Proposal> {
  const found = await readProposal(store, environment, remote);
  if (!found) {
    throw new Refusal('nothing-to-do', `"${remote}" has no open proposal.`, 'Ask the person who wanted to release.');
  }
  if (found.code === code) return found.proposal;
  throw new Refusal(
    'conflict',
    `The proposal for "${remote}" is not the one that you reviewed.`,
    `Look at it: "npx --no-install @nemus/release review ${remote}".`,
  );
}

async function requireBase({ store, environment }: CountersignRequest, proposal: Proposal) {
  const current = await readCurrent(store, environment);
  await checkBase(current, proposal);
  return current;
}

async function checkBase(current: Parameters<typeof baseOf>[0], { remote, base }: Proposal): Promise<void> {
  if ((await baseOf(current, remote)) === base) return;
  throw new Refusal(
    'conflict',
    `"${remote}" was changed after this was proposed.`,
    'Have it proposed again on the current state.',
  );
}

/** Gates for the releases that the entry newly points to. */
async function openGates(
  request: CountersignRequest,
  { entry, audit }: Proposal,
  before: RegisteredRemote | null,
): Promise<Gate[]> {
  const known = new Set((before ? pointersOf(before) : []).map((pointer) => canonicalJson(pointer)));
  const isNew = (pointer: ReleasePointer) => !known.has(canonicalJson(pointer));
  const unknown = entry.lastGood.find(isNew);
  if (unknown) throw deviation(entry.name, `${unknown.version} is to be a last good release, but was never released.`);
  const stable = await openPointer(request, entry.stable);
  if (canonicalJson(entryClaims(entry)) !== canonicalJson(entryClaims(stable.release.declaration))) {
    throw deviation(entry.name, 'Its paths, menu or slots are not those of its release.');
  }
  const opened = [
    ...(before?.stable.version === entry.stable.version ? [] : [stable]),
    ...(entry.canary && isNew(entry.canary.pointer) ? [await openPointer(request, entry.canary.pointer)] : []),
  ];
  return Promise.all(opened.map((files) => openGate(files, request, audit.action === 'rollback')));
}

async function openPointer({ store, remote }: CountersignRequest, pointer: ReleasePointer) {
  const files = await openPublished(store, remote, pointer.version);
  if (files.digest === pointer.digest) return files;
  throw deviation(remote, `${pointer.version} in the store is not the release that it points to.`);
}

function deviation(remote: string, detail: string): Refusal {
  return new Refusal(
    'check-failed',
    `The proposal for "${remote}" is not what the release tool makes.`,
    'Do not sign it; ask the proposer in person.',
    { details: [detail] },
  );
}
