import { spawnSync } from 'node:child_process';
import { MENU_ICONS, USER_TYPES, type UserType } from '@nemus/contract';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { checkoutRoot } from './checkout';
import { createRemote } from './create';
import { completeRequest, CreationRefused, type CreateRequest } from './request';
import { beginHistory, createRepository } from './standalone/create';
import { readSource } from './standalone/packages';
import { ownVersions } from './standalone/versions';

interface Options {
  readonly title?: string;
  readonly team?: string;
  readonly path?: string;
  readonly role?: readonly UserType[];
  readonly icon?: string;
  readonly order?: number;
  readonly install: boolean;
  readonly standalone?: true;
  readonly packages?: string;
}

/** Runs one command line. @returns The exit code: 0 done, 1 refused, 2 not understood. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CreationRefused)) throw error;
    process.stderr.write(
      `Refused; nothing was written.\n${error.problems.map((problem) => `  - ${problem}\n`).join('')}`,
    );
    return 1;
  }
}

function buildProgram(): Command {
  const program = new Command('nemus').description('Tools for teams of the portal.').exitOverride();
  program
    .command('create-remote')
    .argument('<name>', 'name of the area, in lower case, such as "library"')
    .description('make a new area that builds, tests, smokes and publishes at once')
    .option('--title <text>', 'German name in menu and title (default: from the name)')
    .option('--team <name>', 'who owns it (default: the name)')
    .option('--path <path>', 'where it lives in the portal (default: /<name>)')
    .addOption(new Option('--role <types...>', 'account types that see it (default: all)').choices(USER_TYPES))
    .addOption(new Option('--icon <name>', 'icon in the menu').choices(MENU_ICONS))
    .option('--order <number>', 'place in the menu, ascending', wholeNumber)
    .option('--no-install', 'leave package-lock.json and node_modules alone')
    .option('--standalone', 'make a repository of its own in a new folder here, instead of an area of this checkout')
    .option('--packages <source>', 'with --standalone: folder with tarballs of @nemus/*, or address of their registry')
    .action(async (name: string, { role, install, standalone, packages, ...options }: Options) => {
      const request = completeRequest({ name, ...options, ...(role && { roles: role }) });
      if (standalone) return makeRepository(request, { install, packages });
      const root = checkoutRoot(process.cwd());
      const { folder, files } = await createRemote(root, request);
      process.stdout.write(`Wrote ${files.length} files, most of them in ${folder}.\n`);
      if (install) installPackages(root);
      process.stdout.write(nextSteps(name));
    });
  return program;
}

async function makeRepository(
  request: CreateRequest,
  { install, packages }: { readonly install: boolean; readonly packages: string | undefined },
): Promise<void> {
  const versions = ownVersions();
  const source = readSource(packages, process.cwd(), versions);
  const { folder, files } = await createRepository(process.cwd(), request, { versions, source });
  beginHistory(folder);
  process.stdout.write(`Wrote ${files.length} files into ${folder}.\n`);
  if (install) installPackages(folder);
  process.stdout.write(`
Next, in ${request.name}:
  ${install ? '' : 'npm install\n  '}npm test && npm run build
  npx --no-install @nemus/release pack . && npx --no-install @nemus/release publish .
Its README.md tells the rest, from a first look in a running portal to users.
`);
}

/** The lockfile must know the new package, or `npm ci` refuses the next checkout. */
function installPackages(root: string): void {
  // Every version is exact, so installed packages need no request to the registry.
  const flags = ['--no-audit', '--no-fund', '--prefer-offline'];
  const { status } = spawnSync('npm', ['install', ...flags], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.stderr.write('npm install failed; run it again before you commit.\n');
}

function nextSteps(name: string): string {
  return `
Next:
  npx nx run-many -t test build -p ${name}
  npx --no-install @nemus/release pack ${name} && npx --no-install @nemus/release publish ${name}
  npx --no-install @nemus/release promote ${name} --why "first release"
Then it is in the menu of the running portal. See docs/release.md for more.
`;
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number)) throw new InvalidArgumentError('A whole number.');
  return number;
}
