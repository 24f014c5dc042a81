import type { Command } from 'commander';
import type { Document, Piece } from './markdown';
import type { Finding } from './tree';

/** What can be called in this repository. */
export interface Callable {
  /** Scripts of the root's package.json, and of each workspace by its package name. */
  readonly scripts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Targets of each Nx project. */
  readonly targets: ReadonlyMap<string, ReadonlySet<string>>;
  /** Programs that npx finds. */
  readonly programs: ReadonlySet<string>;
  /** Our command lines, with their commands and options; by package and by program. */
  readonly own: ReadonlyMap<string, Command>;
  /** Programs of our own packages, with their package: npm has no such names, so strangers may publish them. */
  readonly packageOf: ReadonlyMap<string, string>;
  readonly hasFile: (path: string) => boolean;
}

/** The key of the root's scripts. */
export const ROOT_PACKAGE = '.';
const NX_COMMANDS = new Set(['graph', 'show', 'reset', 'report', 'daemon', 'affected', 'list']);
const isPlaceholder = (word: string) => /[<>…*$]/.test(word);

function optionOf(words: readonly string[], ...names: readonly string[]): string | undefined {
  const at = words.findIndex((word) => names.includes(word.split('=', 1)[0] ?? ''));
  if (at === -1) return undefined;
  return words[at]?.includes('=') ? words[at].slice(words[at].indexOf('=') + 1) : words[at + 1];
}

function checkNpm([command = '', ...rest]: readonly string[], callable: Callable): string | null {
  const script = command === 'run' ? rest[0] : ['test', 'start'].includes(command) ? command : undefined;
  if (script === undefined || isPlaceholder(script)) return null;
  const workspace = optionOf(rest, '-w', '--workspace') ?? ROOT_PACKAGE;
  const scripts = callable.scripts.get(workspace);
  if (!scripts) return `there is no workspace ${workspace}.`;
  return scripts.has(script)
    ? null
    : `there is no script "${script}" in the package.json of ${workspace === ROOT_PACKAGE ? 'the root' : workspace}.`;
}

function checkNx(words: readonly string[], { targets }: Callable): string | null {
  const [command = '', project = ''] = words;
  if (NX_COMMANDS.has(command)) return null;
  const wanted: [project: string, target: string][] =
    command === 'run-many'
      ? (optionOf(words, '-t', '--target', '--targets') ?? '').split(',').map((target) => ['<all>', target])
      : command === 'run'
        ? [[project.split(':')[0] ?? '', project.split(':')[1] ?? '']]
        : [[project, command]];
  for (const [name, target] of wanted) {
    const known = isPlaceholder(name) ? new Set([...targets.values()].flatMap((one) => [...one])) : targets.get(name);
    if (!known) return `nx knows no project "${name}".`;
    if (!isPlaceholder(target) && !known.has(target)) return `nx knows no target "${target}" of ${name}.`;
  }
  return null;
}

/** Walks down one of our command lines: its commands, and their options. */
function checkOwn(words: readonly string[], program: Command): string | null {
  let command = program;
  const chain = [program];
  for (const word of words) {
    if (word.startsWith('--')) {
      const long = word.split('=', 1)[0];
      const known = long === '--help' || chain.some(({ options }) => options.some((option) => option.long === long));
      if (!known) return `${chain.map((one) => one.name()).join(' ')} has no option ${long}.`;
      continue;
    }
    if (command.commands.length === 0 || isPlaceholder(word) || !/^[a-z][a-z-]*$/.test(word)) continue;
    const next = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
    if (!next && command.registeredArguments.length === 0) return `${command.name()} has no command "${word}".`;
    if (!next) continue;
    command = next;
    chain.push(next);
  }
  return null;
}

function checkCommand(words: readonly string[], callable: Callable): string | null {
  const [program = '', ...rest] = words.filter((word, index) => index > 0 || !/^\w+=/.test(word));
  if (program === 'npm') return checkNpm(rest, callable);
  const own = callable.own.get(program);
  if (own) return checkOwn(rest, own);
  if (program === 'node' || program === 'tsx') {
    const file = rest.find((word) => /^[\w.].*\.(m|c)?(t|j)sx?$/.test(word));
    return file === undefined || isPlaceholder(file) || callable.hasFile(file) ? null : `there is no file ${file}.`;
  }
  if (program === 'nx') return checkNx(rest, callable);
  if (program !== 'npx') return null;
  const called = rest.filter((word) => word !== '--no-install');
  const [name = ''] = called;
  if (name === '' || isPlaceholder(name) || name.startsWith('-')) return null;
  const scoped = callable.packageOf.get(name);
  if (scoped !== undefined) return `npx may fetch "${name}" from a stranger; write "npx --no-install ${scoped}".`;
  if ([...callable.packageOf.values()].includes(name)) {
    if (called.length === rest.length) return `npx may fetch ${name} from a stranger; add --no-install.`;
    return callable.own.has(name) ? checkCommand(called, callable) : null;
  }
  return callable.programs.has(name) ? checkCommand(called, callable) : `npx finds no program "${name}".`;
}

/** Words of each command in a line, without comments and quoted text. */
function commandsOf(line: string): string[][] {
  return line
    .replaceAll(/"[^"]*"|'[^']*'/g, '…')
    .replace(/(^|\s)#.*$/, '')
    .split(/&&|\|\||;|\|/)
    .map((part) =>
      part
        .trim()
        .replace(/^\$ /, '')
        .replace(/^(\w+=\S+\s+)+/, ''),
    )
    .map((part) => part.replace(/\s{3,}.*$/, '').split(/\s+/));
}

/** Commands that a document names and that cannot be called. */
export function findBadCommands(file: string, { code, blocks }: Document, callable: Callable): Finding[] {
  const shell = blocks.filter(({ language }) => ['', 'sh', 'bash', 'shell', 'console'].includes(language));
  const pieces: readonly Piece[] = [...code, ...shell.flatMap(({ lines }) => lines)];
  return pieces.flatMap(({ text, line }) =>
    commandsOf(text).flatMap((words) => {
      const problem = checkCommand(words, callable);
      return problem === null ? [] : [{ file, line, problem: `\`${words.join(' ')}\`: ${problem}` }];
    }),
  );
}
