import {
  commandPathSchema,
  foundEntrySchema,
  MOST_FOUND,
  USER_TYPES,
  type RemoteConfig,
  type SearchProvider,
} from '@nemus/contract';
import { commandProblems, isBelow } from '@nemus/registry';
import { fakePorts, fakeProfile } from '../fake-ports';
import { brokenBackend, installBackend, type FakeBackend } from './fake-backend';

/** Typical input: short, with umlauts, with special characters of queries and patterns. */
const TYPED = ['mü', 'Trauma Therapie', '%', '*,(', "o'clock\\", 'x'.repeat(200)];
/** The shell's timeout for a search. Milliseconds. */
const PATIENCE_MS = 4_000;

/** Checks an area's palette entries and searches against the contract; called by `describeRemote`. */
export function describeCommands(
  declaration: RemoteConfig,
  searches: Readonly<Record<string, SearchProvider>>,
  backend: FakeBackend,
): void {
  it('offers nothing in the palette that leads out of its own pages', () => {
    expect(
      commandProblems(
        declaration,
        declaration,
        declaration.searches.map(({ expose }) => expose),
      ),
    ).toEqual([]);
    expect(declaration.commands.filter(({ path }) => !commandPathSchema.safeParse(path).success)).toEqual([]);
  });
  if (declaration.searches.length === 0) return;

  describe.each(declaration.searches)('the search $id', ({ expose, roles = USER_TYPES, requires: rights = [] }) => {
    /** The module's answer, whatever it does with a backend. */
    const ask = async (answers: FakeBackend, query: string): Promise<unknown> => {
      const provide = searches[expose];
      if (!provide) throw new Error(`The search "${expose}" is declared; hand its module to describeRemote().`);
      const { uninstall } = installBackend(answers);
      try {
        const [role = 'piw'] = roles;
        const ports = fakePorts({ profile: fakeProfile(role, { rights }) });
        return await provide(ports, query, new AbortController().signal);
      } catch (error) {
        return error;
      } finally {
        uninstall();
      }
    };

    it.each(TYPED)('answers "%s" with entries of its own pages, or rejects', async (query) => {
      const answer = await ask(backend, query);
      if (answer instanceof Error) return;
      const entries = foundEntrySchema.array().max(MOST_FOUND).parse(answer);
      for (const { path } of entries) {
        expect(declaration.routes.some((route) => isBelow(path, route.path))).toBe(true);
      }
    });

    it(
      'rejects when the backend is broken, instead of finding nothing',
      async () => {
        expect(await ask(brokenBackend, 'Trauma')).toBeInstanceOf(Error);
      },
      PATIENCE_MS,
    );
  });
}
