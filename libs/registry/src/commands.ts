import {
  USER_TYPES,
  type Command,
  type CommandsDocument,
  type RemoteDeclaration,
  type UserType,
} from '@nemus/contract';
import { declaredRouteAt } from './declared-route';
import { isForAccount, matchRoute, type RemoteList } from './routes';

/** The account that opens the palette. */
export interface PaletteReader {
  readonly role: UserType | null;
  readonly rights: readonly string[];
}

/**
 * Whether an address that an area offers leads this account to a page of that same area. The answers of a module are
 * checked by the same rule as the declared entries.
 */
export function leadsInto(
  registry: RemoteList,
  remote: string,
  path: string,
  { role, rights }: PaletteReader,
): boolean {
  return matchRoute(registry, path, role, rights)?.remote.name === remote;
}

/** The entries of an area that this account may see; entries that lead elsewhere are dropped. */
export function offeredTo(
  registry: RemoteList,
  remote: string,
  { commands, searches }: Pick<CommandsDocument, 'commands' | 'searches'>,
  reader: PaletteReader,
): Pick<CommandsDocument, 'commands' | 'searches'> {
  const { role, rights } = reader;
  return {
    commands: commands.filter(
      (command) => isForAccount(command, role, rights) && leadsInto(registry, remote, command.path, reader),
    ),
    searches: searches.filter((search) => isForAccount(search, role, rights)),
  };
}

/**
 * What is wrong with an area's palette entries, one sentence each. @param exposes Modules of the release's container
 */
export function commandProblems(
  { routes }: Pick<RemoteDeclaration, 'routes'>,
  { commands, searches }: Pick<CommandsDocument, 'commands' | 'searches'>,
  exposes: readonly string[],
): string[] {
  const problems = commands.flatMap((command) => routeProblems(routes, command));
  const ids = [...commands, ...searches].map(({ id }) => id);
  for (const id of new Set(ids.filter((name, index) => ids.indexOf(name) !== index))) {
    problems.push(`The palette entry "${id}" is declared twice.`);
  }
  for (const { id, expose } of searches) {
    if (!exposes.includes(expose)) problems.push(`The search "${id}" is "${expose}", which the release does not have.`);
  }
  return problems;
}

/** Everyone who sees a command must also be allowed on its page. */
function routeProblems(routes: RemoteDeclaration['routes'], { id, path, roles, requires }: Command): string[] {
  const shut = (roles ?? USER_TYPES).filter((role) => {
    const route = declaredRouteAt(routes, path, role);
    if (!route) return true;
    const needed = route.requires;
    return needed !== undefined && (requires === undefined || !requires.every((right) => needed.includes(right)));
  });
  return shut.length === 0
    ? []
    : [`The palette entry "${id}" leads ${shut.join(' and ')} to ${path}, which this remote does not open to them.`];
}
