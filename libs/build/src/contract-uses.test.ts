import { contractUses } from './contract-uses';

const NONE = { slots: [], events: [], ports: [] };

describe('what a source uses of the contract', () => {
  it.each([
    ['nothing', `export const a = 'x';`, {}],
    ['ports that are taken apart', `const { session, events: bus } = usePorts();`, { ports: ['events', 'session'] }],
    ['a port of the hook', `usePorts().navigation.push('/a');`, { ports: ['navigation', 'navigation.push'] }],
    [
      'members of a port',
      `const { session: own } = useMount(); own.signOut();`,
      { ports: ['session', 'session.signOut'] },
    ],
    [
      'members that are taken apart',
      `const ports = usePorts(); const { push } = ports.navigation;`,
      { ports: ['navigation', 'navigation.push'] },
    ],
    [
      'a port in a variable',
      `const all = usePorts(); const bus = all.events; bus.publish(x);`,
      { ports: ['events', 'events.publish'] },
    ],
    ['a parameter by its type', `export const go = (given: Ports) => given.supabase;`, { ports: ['supabase'] }],
    [
      'a part of the ports',
      `function go({ session }: Pick<Ports, 'session'>) { return session.getSnapshot(); }`,
      { ports: ['session', 'session.getSnapshot'] },
    ],
    [
      'a parameter by its name, where types are gone',
      `export const go = (ports) => ports.backend.url;`,
      { ports: ['backend', 'backend.url'] },
    ],
    [
      'what a shell may leave out',
      `const { session, earlyStart } = usePorts(); session.factors?.list();`,
      { ports: ['session'] },
    ],
    ['what only looks like a port', `const { session } = props; session.signOut(); notify();`, {}],
    [
      'events',
      `events.publish('credits-changed', {}); const BY = { a: 'profile-changed' };`,
      { events: ['credits-changed', 'profile-changed'] },
    ],
    [
      'a slot that is shown',
      `<Slot name="credit-balance" props={x} fallback={null} />;`,
      { slots: ['credit-balance'] },
    ],
    ['a slot that is offered', `export default defineSlot('credit-balance', { component, frame });`, {}],
    [
      'words of keys, types and imports',
      `import x from 'credit-balance'; type A = 'credits-changed'; const b = { 'credits-changed': 1 }; const c: 'credits-changed' = d;`,
      {},
    ],
  ])('%s', (_what, source, expected) => expect(contractUses(source)).toEqual({ ...NONE, ...expected }));
});
