import { backendCheck } from './backend';
import { budgetCheck } from './budget';
import type { Check, CheckContext, Finding } from './check';
import { collisionCheck, commandsCheck, containerCheck, contractCheck, declarationCheck, sharedCheck } from './claims';
import { codeGenerationCheck } from './code-generation';
import { filesCheck } from './files';
import { meetingCheck, ownMeetingCheck } from './meeting';
import { namesCheck } from './names';
import { secondReactCheck } from './second-react';
import { stylesCheck } from './styles';

/** Rules that concern a release alone, in the order of their findings. */
export const RELEASE_CHECKS: readonly Check[] = [
  contractCheck,
  sharedCheck,
  namesCheck,
  declarationCheck,
  commandsCheck,
  ownMeetingCheck,
  filesCheck,
  budgetCheck,
  codeGenerationCheck,
  secondReactCheck,
  stylesCheck,
  backendCheck,
];

/** Rules about its neighbours in an environment; these may change with every promotion. */
export const REGISTRY_CHECKS: readonly Check[] = [collisionCheck, containerCheck, meetingCheck];

/** Runs checks (all of them by default); an empty answer means that the release may go out. */
export async function checkRelease(
  context: CheckContext,
  checks: readonly Check[] = [...RELEASE_CHECKS, ...REGISTRY_CHECKS],
): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(async ({ name, remedy, run }) =>
      (await run(context)).map((message) => ({ check: name, message, remedy })),
    ),
  );
  return findings.flat();
}

export type { Check, CheckContext, Finding, ShellFacts } from './check';
export { measureSize } from './budget';
