import { TRUST_PROBLEM_TEXTS, entryProblem } from '@nemus/registry';
import { entryOf, readCurrent } from '../change';
import { countersignProposal, newRelease } from '../countersign';
import { baseOf, entryChanges, readProposal, type FoundProposal } from '../proposals';
import { Refusal } from '../refusal';
import type { ReleaseCommand } from './command';
import { withGate, withKey, withSmoke } from './options';
import { answerChange } from './pointer-commands';
import type { Session } from './session';
import { table } from './terminal';

/** Commands of the second person, where an area needs two signatures: review, countersign. */
export function addProposalCommands(program: ReleaseCommand): void {
  program
    .command('review')
    .argument('<remote>', 'name of the area')
    .option('--discard', 'take the proposal away')
    .description('show a proposal, and the code that countersigns it')
    .does(async (session, remote: string, { discard }: { discard?: boolean }) => {
      const store = session.store();
      if (discard) {
        await store.putProposal(session.environment, remote, null);
        session.answer({ data: { remote }, text: `There is no proposal for "${remote}" any more.` });
        return;
      }
      const found = await readProposal(store, session.environment, remote);
      if (!found) {
        session.answer({ data: { remote, proposal: null }, text: `"${remote}" has no open proposal.` });
        return;
      }
      const current = await readCurrent(store, session.environment);
      const isStale = (await baseOf(current, remote)) !== found.proposal.base;
      const changes = entryChanges(entryOf(current, remote), found.proposal.entry);
      const problem = await signatureProblem(session, found);
      const text = describeProposal(found, changes, problem ?? (isStale ? STALE : null));
      session.answer({ data: { ...found, changes, isStale, problem }, text });
    });

  withSmoke(withGate(withKey(program.command('countersign'))))
    .argument('<remote>', 'name of the area')
    .argument('<code>', 'the code that "review" shows')
    .description('sign a proposal as the second person, and give it to users')
    .does(async (session, remote: string, code: string) => {
      const { signer, trustedKeys, ...change } = await session.change(remote);
      if (!signer)
        throw new Refusal('untrusted', 'Countersigning needs your signature.', 'Add --key with your key file.');
      if (!trustedKeys) throw new Refusal('untrusted', 'Countersigning needs the pinned keys.', 'Add --trust.');
      const found = await readProposal(change.store, session.environment, remote);
      const before = entryOf(await readCurrent(change.store, session.environment), remote);
      const version = found && newRelease(before, found.proposal.entry);
      const gate = await (version === null ? session.gate() : session.releaseGate(remote, version));
      answerChange(session, remote, await countersignProposal({ ...change, ...gate, signer, trustedKeys, code }));
    });
}

const STALE = 'The area was changed after this was proposed: have it proposed again.';

/** What is wrong with the first signature; unknown without the pinned keys. */
async function signatureProblem(session: Session, { proposal }: FoundProposal): Promise<string | null> {
  const trustedKeys = await session.trustedKeys();
  if (!trustedKeys) return 'Its signature was not looked at: add --trust.';
  const { entry, environment } = proposal;
  const problem = await entryProblem(entry, entry, { environment, trustedKeys, now: new Date() });
  return problem === null || problem === 'one-signature' ? null : TRUST_PROBLEM_TEXTS[problem];
}

function describeProposal(
  { proposal, code }: FoundProposal,
  changes: ReturnType<typeof entryChanges>,
  problem: string | null,
): string {
  const { remote, environment, who, why, proposedAt, audit, entry } = proposal;
  const head = table([
    ['proposed', `${proposedAt} by ${who}`],
    ['what', `${audit.action} in "${environment}": ${audit.from ?? 'nothing'} -> ${audit.to ?? 'nothing'}`],
    ['why', why],
    ['signed with', entry.signature?.keyId ?? 'nothing'],
    ...(audit.forced ?? []).map((finding) => ['overruled', finding]),
  ]);
  const body = changes.map(({ field, from, to }) => `${field}\n  - ${from ?? 'nothing'}\n  + ${to ?? 'nothing'}`);
  const end =
    problem ??
    `When that is what you want: npx --no-install @nemus/release countersign ${remote} ${code} --environment ${environment} --key <your key file>`;
  return [head, '', ...body, '', end].join('\n');
}
