import { contentSecurityPolicy, sourceDirectives } from '../servers/content-security-policy';
import { localConfig } from './local-config';
import { localHeaders } from './local-headers';

const LOCAL = {
  portal: 'http://localhost:1',
  store: 'http://localhost:2',
  api: 'http://localhost:3',
  mail: 'http://localhost:4',
  checkout: 'http://localhost:5',
};
/** As a hosted project has it: the store lies inside of the backend's address. */
const CONFIG = {
  environment: 'production',
  supabase: { url: 'https://p.example/', publishableKey: 'theirs' },
  storeUrl: 'https://p.example/storage/v1/object/public/nemus-releases/',
  registryUrl: 'https://p.example/functions/v1/release-registry/production.json',
  stops: { url: 'https://portal.example/stops.json', keys: ['theirs'], required: true },
  telemetryUrl: 'https://t.example/reports',
  supportEmail: 'help@portal.example',
  trustedKeys: {},
  later: true,
};

const policy = contentSecurityPolicy(
  sourceDirectives(
    {
      store: CONFIG.storeUrl,
      registry: CONFIG.registryUrl,
      stops: CONFIG.stops.url,
      api: 'https://p.example',
      telemetry: CONFIG.telemetryUrl,
      overrides: ['https://team.example'],
    },
    { scriptHashes: ['sha256-abc'], styleHashes: [] },
  ),
  { url: 'https://p.example/functions/v1/policy-reports', secure: true },
);
const deployed = new Headers({
  'Content-Security-Policy': `${policy}; upgrade-insecure-requests`,
  'Integrity-Policy': 'blocked-destinations=(script), endpoints=(violations)',
  'Strict-Transport-Security': 'max-age=63072000',
  'Referrer-Policy': 'no-referrer',
  'Set-Cookie': 'a=b',
});

it('lets the page do what it may do where it is deployed, with the servers of this machine', () => {
  const { 'content-security-policy': found = '', ...others } = localHeaders(deployed, {
    config: CONFIG,
    origin: 'https://portal.example',
    local: LOCAL,
    environment: 'local',
  });
  expect(others).toEqual({
    'integrity-policy': 'blocked-destinations=(script)',
    'referrer-policy': 'no-referrer',
  });
  const directives = found.split('; ');
  expect(directives).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self' http://localhost:2/releases/ https://team.example 'sha256-abc'",
      "img-src 'self' http://localhost:2/releases/ https://team.example http://localhost:1/storage/v1/ data: blob:",
    ]),
  );
  const connect = directives.find((each) => each.startsWith('connect-src'))?.split(' ');
  expect(connect).toEqual(
    expect.arrayContaining([
      'http://localhost:2/registry/local.json',
      'http://localhost:2/registry/local.stops.json',
      'http://localhost:1',
      'ws://localhost:1',
      'http://localhost:1/functions/v1/area-reports',
    ]),
  );
  expect(found).not.toMatch(/\/\/p\.example|portal\.example|report-(to|uri)|upgrade/);
});

it('lets code come from the built files of this machine where the backend is behind the portal itself', () => {
  const sources = {
    store: CONFIG.storeUrl,
    registry: CONFIG.registryUrl,
    api: 'https://portal.example',
    portal: 'https://portal.example',
  };
  const own = contentSecurityPolicy(sourceDirectives(sources, { scriptHashes: [], styleHashes: [] }), null);
  const { 'content-security-policy': found = '' } = localHeaders(new Headers({ 'Content-Security-Policy': own }), {
    config: { ...CONFIG, supabase: { url: 'https://portal.example', publishableKey: 'theirs' } },
    origin: 'https://portal.example',
    local: LOCAL,
    environment: 'local',
  });
  expect(found).toContain('script-src http://localhost:1/assets/ http://localhost:2/releases/;');
  expect(found).toMatch(/connect-src 'self' /);
  expect(found).not.toContain('portal.example');
});

it('keeps of the configuration what is not about places and keys', () => {
  const here = { local: LOCAL, environment: 'local', publishableKey: 'ours', operatorKeys: [] };
  const trustedKeysFile = { path: '/keys.json', digest: 'x' };
  expect(localConfig({ ...CONFIG, trustedKeysFile }, here)).toEqual({
    environment: 'local',
    supabase: { url: 'http://localhost:1', publishableKey: 'ours' },
    storeUrl: 'http://localhost:2/',
    registryUrl: 'http://localhost:2/registry/local.json',
    stops: { url: 'http://localhost:2/registry/local.stops.json', keys: [], required: true },
    telemetryUrl: 'http://localhost:1/functions/v1/area-reports',
    supportEmail: 'help@portal.example',
    trustedKeys: {},
    overrideOrigins: [],
    later: true,
  });
});
