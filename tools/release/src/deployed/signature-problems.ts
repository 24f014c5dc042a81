import { isTrustEnforced, releaseProblem, TRUST_PROBLEM_TEXTS } from '@nemus/registry';
import type { ReleaseFiles } from '../release-files';
import type { DeployedShell } from './deployed-shell';

/** Checks before a release is opened in a shell that pins no keys for the test. */
export const SIGNED = 'signed with a key that the portal pins';

/** What browsers of the portal would find wrong with a release's own signature; one sentence, or nothing. */
export async function signatureProblems(
  { release, raw }: Pick<ReleaseFiles, 'release' | 'raw'>,
  { trustedKeys }: Pick<DeployedShell, 'trustedKeys'>,
): Promise<string[]> {
  const problem = isTrustEnforced(trustedKeys) ? await releaseProblem(release, raw, trustedKeys) : null;
  return problem ? [TRUST_PROBLEM_TEXTS[problem]] : [];
}
