import { COMMANDS_FILE, commandsDocumentSchema } from '@nemus/contract';
import {
  collisionProblems,
  commandProblems,
  containerName,
  containerProblem,
  contractFit,
  declarationProblems,
  sharedProblems,
} from '@nemus/registry';
import { z } from 'zod';
import { parseJson } from '../parse-json';
import type { Check } from './check';

export const contractCheck: Check = {
  name: 'contract',
  remedy: 'Adapt the area to the contract and set the range in remote.config.ts, or wait for the shell that has it.',
  run: ({ files: { release }, shell, isWayBack = false, now = new Date(), hint }) => {
    const fit = contractFit(release.declaration.contract, shell, now);
    if (fit.kind === 'refused') return [fit.problem];
    if (fit.kind === 'native') return [];
    // What browsers still run may be gone back to; nothing new goes out that they are about to refuse.
    if (fit.ended && !isWayBack) return [fit.note];
    hint?.(fit.note);
    return [];
  },
};

export const sharedCheck: Check = {
  name: 'shared',
  remedy: 'Build against the versions of the shell: npm ci in its checkout, then build again.',
  run: ({ files: { release }, shell }) => sharedProblems(release.shared, shell.shared),
};

export const declarationCheck: Check = {
  name: 'declaration',
  remedy: 'Correct remote.config.ts.',
  run: ({ files: { release } }) => declarationProblems(release.declaration),
};

/** What the area offers in the command palette. Shells check it again, entry by entry, for the current user. */
export const commandsCheck: Check = {
  name: 'commands',
  remedy: 'Correct commands and searches in remote.config.ts.',
  run: async ({ files: { release, read } }) => {
    if (!Object.hasOwn(release.files, COMMANDS_FILE)) return [];
    const parsed = commandsDocumentSchema.safeParse(
      parseJson(Buffer.from((await read(COMMANDS_FILE)) ?? []).toString()),
    );
    if (!parsed.success) return [`${COMMANDS_FILE} cannot be read: ${z.prettifyError(parsed.error)}`];
    return commandProblems(release.declaration, parsed.data, Object.keys(release.slotPreload));
  },
};

export const collisionCheck: Check = {
  name: 'collisions',
  remedy: 'Choose another path, menu id or slot name in remote.config.ts, or agree with the team that owns it.',
  run: ({ files: { release }, registered }) => collisionProblems(release.declaration, registered),
};

export const containerCheck: Check = {
  name: 'container',
  remedy: 'Build with remoteBuild() of @nemus/build, which names the container after the release.',
  run: ({ files: { release }, registered }) => {
    const { name } = release.declaration;
    const expected = containerName(name, release.version);
    const taken = containerProblem(name, release.container, registered);
    return [
      ...(release.container === expected
        ? []
        : [`The container is called ${release.container} instead of ${expected}.`]),
      ...(taken === null ? [] : [taken]),
    ];
  },
};
