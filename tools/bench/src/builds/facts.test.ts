import { factsOf } from './facts';

const CONFIG = {
  environment: 'local',
  supabase: { url: 'http://localhost:54321', publishableKey: 'sb_publishable_x' },
  storeUrl: 'http://localhost:4210/',
  registryUrl: 'http://localhost:4210/registry/local.json',
  supportEmail: 'support@nemus.example',
  content: {
    impressum: '/content/impressum.md',
    datenschutz: '/content/datenschutz.md',
    barrierefreiheit: '/content/barrierefreiheit.md',
    agb: '/content/agb.md',
    widerrufsbelehrung: '/content/widerrufsbelehrung.md',
  },
};

test('one program asks early where the portal does, also when the configuration does not say so', () => {
  expect(factsOf(CONFIG, { remotes: [] }).config).toMatchObject({ earlyStart: true });
  expect(factsOf({ ...CONFIG, earlyStart: false }, { remotes: [] }).config).toMatchObject({ earlyStart: false });
});

test('one program has menu and routes, and neither keys nor signatures nor earlier releases', () => {
  const remote = { name: 'alpha', routes: [], signature: { value: 'x' }, lastGood: [{ version: '1' }] };
  expect(factsOf({ ...CONFIG, trustedKeys: {} }, { schema: 1, remotes: [remote] })).toMatchObject({
    config: { trustedKeys: {} },
    registry: { schema: 1, remotes: [{ name: 'alpha', routes: [], lastGood: [] }] },
  });
  expect(JSON.stringify(factsOf(CONFIG, { remotes: [remote] }))).not.toContain('signature');
});
