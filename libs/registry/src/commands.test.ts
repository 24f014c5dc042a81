import { commandProblems, offeredTo } from './commands';
import { sampleEntry, sampleRegistry } from './samples';
import type { Command } from '@nemus/contract';

const command = (change: Partial<Command> = {}): Command => ({
  id: 'a',
  label: 'Eintrag',
  path: '/alpha',
  keywords: [],
  kind: 'action',
  ...change,
});
const ROUTES = [
  { path: '/alpha', layout: 'shared' as const, title: 'Alpha', roles: ['piw' as const] },
  { path: '/alpha/staff', layout: 'shared' as const, title: 'Alpha', requires: ['staff:people'] },
];

describe('what a declaration may offer', () => {
  const problems = (change: Partial<Command>) =>
    commandProblems({ routes: ROUTES }, { commands: [command(change)], searches: [] }, []);

  it.each([
    ['a page of its own', { roles: ['piw' as const] }],
    ['a page below it, with a query', { roles: ['piw' as const], path: '/alpha/neu?a=b' }],
    ['a page that asks for the same right', { path: '/alpha/staff', requires: ['staff:people'] }],
  ])('takes %s', (_what, change) => expect(problems(change)).toEqual([]));

  it.each([
    ["another area's page", { path: '/beta' }],
    ['a page that others may not open', {}],
    ['a page that asks for a right, offered to everybody', { path: '/alpha/staff' }],
    ['a path that only begins alike', { path: '/alphabet', roles: ['piw' as const] }],
  ])('refuses %s', (_what, change) => expect(problems(change)).toHaveLength(1));

  it('refuses an id twice, and a search without a module', () => {
    const search = { id: 'a', label: 'Suche', expose: './search' };
    const offer = { commands: [command({ roles: ['piw'] })], searches: [search] };
    expect(commandProblems({ routes: ROUTES }, offer, [])).toHaveLength(2);
    expect(commandProblems({ routes: ROUTES }, { ...offer, commands: [] }, ['./search'])).toEqual([]);
  });
});

it('offers an account only its own entries that lead into the area, whatever the area claims', () => {
  const registry = sampleRegistry([
    sampleEntry('alpha', { routes: ROUTES }),
    sampleEntry('beta', { routes: [{ path: '/alpha/beta', layout: 'shared', title: 'Beta' }] }),
  ]);
  const commands = [
    command({ id: 'own' }),
    command({ id: 'deeper', path: '/alpha/beta/x' }),
    command({ id: 'staff', path: '/alpha/staff' }),
    command({ id: 'no-owner', path: '/gamma' }),
  ];
  const offer = { commands, searches: [{ id: 's', label: 'S', expose: './s', requires: ['staff:people'] }] };
  const ids = (role: 'piw' | 'institution', rights: string[]) => {
    const offered = offeredTo(registry, 'alpha', offer, { role, rights });
    return [...offered.commands, ...offered.searches].map(({ id }) => id);
  };
  expect(ids('piw', [])).toEqual(['own']);
  expect(ids('piw', ['staff:people'])).toEqual(['own', 'staff', 's']);
  expect(ids('institution', [])).toEqual([]);
});
