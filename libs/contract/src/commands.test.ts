import { commandPathSchema, commandsDocumentSchema, commandSchema, foundEntrySchema } from './commands';
import { defineRemoteConfig } from './config';

describe('addresses of the palette', () => {
  it.each([
    '/logbook',
    '/course-bookings?ansicht=buchen',
    '/piw-management/3F2a-1',
    '/seminar-catalog/a%20b?terminwahl=x%26y#oben',
  ])('takes %s', (path) => expect(commandPathSchema.safeParse(path).success).toBe(true));

  it.each([
    'javascript:alert(1)',
    'https://nemus.example/logbook',
    '//nemus.example/logbook',
    '/\\nemus.example',
    '/logbook/../settings',
    '/logbook/..',
    '/logbook/%2e%2e/settings',
    '/logbook//settings',
    ' /logbook',
    '/logbook\n',
    '/',
    `/logbook?${'x'.repeat(400)}`,
  ])('refuses %j', (path) => expect(commandPathSchema.safeParse(path).success).toBe(false));
});

describe('texts of the palette', () => {
  const entry = { id: 'a', label: 'Wort', path: '/logbook' };

  it('takes markup as the text that it is', () => {
    expect(commandSchema.parse({ ...entry, label: '<b>Wort</b>' }).label).toBe('<b>Wort</b>');
  });

  it.each([
    ['a line break', 'Zwei\nZeilen'],
    ['turned writing', 'a\u202Eb'],
    ['nothing', '  '],
    ['a long text', 'x'.repeat(130)],
  ])('refuses %s', (_what, label) => {
    expect(commandSchema.safeParse({ ...entry, label }).success).toBe(false);
    expect(foundEntrySchema.safeParse({ ...entry, label }).success).toBe(false);
  });
});

describe('what an area offers', () => {
  const declaration = {
    name: 'trainee',
    title: 'Weiterbildung',
    team: 'trainee',
    contract: '^1.0.0',
    routes: [{ path: '/dashboard', title: 'Dashboard' }],
    menu: [],
    budget: { entry: 15_000, total: 200_000 },
  };

  it('may be nothing', () => {
    expect(defineRemoteConfig(declaration)).toMatchObject({ commands: [], searches: [] });
  });

  it.each([
    ['a search by the area itself', { searches: [{ id: 'a', label: 'Kurse', expose: './app' }] }],
    ['an unknown field', { commands: [{ id: 'a', label: 'A', path: '/dashboard', colour: 'red' }] }],
    [
      'a hundred commands',
      { commands: Array.from({ length: 100 }, (_, n) => ({ id: `c${n}`, label: 'A', path: '/a' })) },
    ],
  ])('refuses %s', (_what, change) => {
    const wrong: unknown = { ...declaration, ...change };
    expect(() => Reflect.apply(defineRemoteConfig, undefined, [wrong])).toThrow();
  });

  it('is read with fields that a newer area adds', () => {
    const command = { id: 'a', label: 'A', path: '/a', hint: 'new' };
    expect(
      commandsDocumentSchema.parse({ schema: 1, commands: [command], searches: [], more: 1 }).commands,
    ).toHaveLength(1);
  });
});
