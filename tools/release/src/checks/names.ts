import {
  contractFit,
  nameLosses,
  nameProblems,
  parseUses,
  RUNTIME_MODULE,
  sharedProblems,
  USES_FILE,
  type ProvidesDocument,
  type ReleaseDocument,
  type UsesDocument,
} from '@nemus/registry';
import type { Check, CheckContext } from './check';

/**
 * Whether the shell has every name that the release uses: the target shell, and the ones that users still have open.
 * Versions alone are not enough: exports change within one.
 */
export const namesCheck: Check = {
  name: 'names',
  remedy:
    'Wait until users have the shell that has it (ship the shell first), or leave the name alone: code of @nemus/area is built into the area.',
  run: async (context) => {
    const { files, shell, isWayBack = false, hint } = context;
    const { release, read } = files;
    const compared = [...(shell.provides ? [shell.provides] : []), ...(context.inUse ?? [])];
    if (compared.length === 0) return [];
    if (!Object.hasOwn(release.files, USES_FILE)) {
      hint?.(
        'It does not say what it uses of the shell by name, since an older build made it: its ranges count alone.',
      );
      return [];
    }
    const uses = parseUses(Buffer.from((await read(USES_FILE)) ?? []).toString());
    if (!uses) return [`${USES_FILE} cannot be read.`];
    const problems = [
      ...(shell.provides ? missingIn(context, uses, shell.provides) : []),
      ...(context.inUse ?? []).flatMap((other) => problemsInUse(context, uses, other)),
    ];
    if (shell.provides) for (const loss of nameLosses(uses, shell.provides)) hint?.(loss);
    if (!isWayBack) return problems;
    // It worked before; the finding names the shells in which it does not.
    for (const problem of problems) hint?.(problem);
    return [];
  },
};

/** Names that a shell does not have. Names behind an adapter are the adapter's job: its area sees other ports. */
function missingIn({ files, shell, now = new Date() }: CheckContext, uses: UsesDocument, provides: ProvidesDocument) {
  const { contract } = files.release.declaration;
  const { kind } = contractFit(contract, { contract: provides.contract, adapters: shell.adapters ?? [] }, now);
  return nameProblems(kind === 'native' ? uses : { ...uses, ports: [] }, provides);
}

/** Why a shell that users still have would refuse the release, each sentence with its name. */
function problemsInUse(context: CheckContext, uses: UsesDocument, provides: ProvidesDocument): string[] {
  if (provides.shell === context.shell.provides?.shell) return [];
  const { files, shell, now = new Date() } = context;
  const { release } = files;
  const contracts = { contract: provides.contract, adapters: shell.adapters ?? [] };
  const fit = contractFit(release.declaration.contract, contracts, now);
  const problems = [
    ...(fit.kind === 'refused' ? [fit.problem] : []),
    ...sharedProblems(requiredOf(release), versionsOf(provides)),
    ...missingIn(context, uses, provides),
  ];
  return problems.map((problem) => `Shell ${provides.shell}, which users still have: ${problem}`);
}

/** The federation's runtime is no module of the table, and shells do not report its version there. */
function requiredOf({ shared }: ReleaseDocument) {
  return shared.filter(({ name }) => name !== RUNTIME_MODULE);
}

function versionsOf({ modules }: ProvidesDocument) {
  return Object.entries(modules).map(([name, { version }]) => ({ name, version }));
}
