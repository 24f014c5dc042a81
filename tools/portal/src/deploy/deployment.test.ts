import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, portalConfigSchema } from '@nemus/host/config/config';
import { ROOT } from '../serve/settings';
import { exampleConfig } from './example-config';
import { deployedSites, type DeploymentOptions } from './deployment';
import { nginxConfig } from './nginx';
import { UnsafeValue } from './values';

const guide = (name: string) => readFileSync(path.join(ROOT, `docs/${name}.md`), 'utf8');
const CONFIG = exampleConfig();
const OPTIONS: DeploymentOptions = {
  config: CONFIG,
  scripts: 'enforce',
  portal: 'https://portal.example',
  api: 'https://project.supabase.example',
  siteFolder: '/srv/nemus/site',
  storeFolder: '/srv/nemus/store',
  configFile: '/srv/nemus/config.json',
};
const DIGEST = `sha384-${'A'.repeat(64)}`;
const written = (change: Partial<DeploymentOptions> = {}) => {
  return nginxConfig(deployedSites({ ...OPTIONS, ...change }));
};

it('writes both origins, their folders, and the hashes of the deployed pages', () => {
  const text = written();
  expect(text).toContain('portal.example');
  expect(text).toContain('store.example');
  expect(text).toContain('/srv/nemus/site');
  expect(text).toContain('/srv/nemus/store');
  expect(text).toContain('config.json');
  expect(text).toContain('include /srv/nemus/site/.shell/policy.conf;');
  expect(text).toMatch(/ \$nemus_scripts; style-src .* \$nemus_styles;/);
});

it('names every missing and wrong field of the configuration before anything is written', () => {
  const { content: _content, supportEmail: _email, ...rest } = CONFIG;
  const refused = (config: unknown) => {
    try {
      return written({ config });
    } catch (error) {
      return error instanceof ConfigError ? error.problems.map((line) => line.split(': ')[1]) : error;
    }
  };
  expect(refused({ ...rest, supabase: { url: 'https://portal.example' }, worker: 'no' })).toEqual([
    'supabase.publishableKey',
    'supportEmail',
    'content',
    'worker',
  ]);
  // Signatures would be off.
  expect(refused({ ...CONFIG, trustedKeys: {} })).toEqual(['trustedKeys']);
});

it('knows every field that the guides set', () => {
  const guides = ['operator', 'release', 'platform'].map(guide).join('\n');
  const blocks = [...guides.matchAll(/```json\n([^`]+)```/g)].map(([, text = '']) => text.trim());
  const fields = blocks.flatMap((text) => Object.keys(JSON.parse(text.startsWith('{') ? text : `{${text}}`)));
  expect(fields.toSorted()).toEqual(['registryUrl', 'stops', 'storeUrl', 'trustedKeys', 'trustedKeysFile']);
  expect(fields.filter((field) => !Object.hasOwn(portalConfigSchema.shape, field))).toEqual([]);
});

it('serves no store that lies elsewhere', () => {
  expect(written({ storeFolder: undefined })).not.toMatch(/server_name store|https:\/\/store\.example:443|preflight/);
  const config = { ...CONFIG, storeUrl: 'https://project.example/storage/v1/object/public/releases/' };
  expect(() => deployedSites({ ...OPTIONS, config })).toThrow('An origin alone');
});

it('promises https for every address where there is https, and nowhere else', () => {
  const config = {
    ...CONFIG,
    supabase: { url: 'http://localhost:4200', publishableKey: 'x' },
    storeUrl: 'http://localhost:4210',
    registryUrl: 'http://localhost:4210/registry/production.json',
  };
  expect(written({ portal: 'http://localhost:4200', api: 'http://localhost:8000', config })).not.toMatch(
    /Strict-Transport-Security "|ssl|listen 80/,
  );
  for (const site of deployedSites(OPTIONS)) expect(site.site.headers).toHaveProperty('Strict-Transport-Security');
});

it('hands requests on to the backend that is named, and only where the configuration says so', () => {
  const elsewhere = { ...CONFIG, supabase: { url: 'https://project.supabase.example', publishableKey: 'x' } };
  const own = written({ api: undefined, config: elsewhere });
  expect(own).not.toMatch(/proxy|nemus_backend|\/rest\/v1/);
  expect(own).toContain("script-src 'self' https://store.example/releases/");
  expect(() => written({ api: undefined })).toThrow('--api');
  expect(() => written({ config: elsewhere })).toThrow('supabase.url');
  expect(() => written({ api: 'https://portal.example' })).toThrow('another server');
  const local = written({ api: 'http://127.0.0.1:8000' });
  expect(local).toMatch(/server 127\.0\.0\.1:8000;[^]*proxy_pass http:\/\/nemus_backend;/);
  expect(local).not.toContain('proxy_ssl');
});

it('lets code of the portal come from its built files alone, where users store files under its origin', () => {
  expect(written()).toContain('script-src https://portal.example/assets/ https://store.example/releases/');
  expect(written()).toContain('worker-src https://portal.example/worker.js;');
  expect(written({ config: { ...CONFIG, worker: false } })).toContain("worker-src 'none';");
  expect(written()).not.toContain('wss:');
});

it('compares the certificate of a backend that is reached by https', () => {
  expect(nginxConfig(deployedSites(OPTIONS))).toMatch(
    /proxy_ssl_name project\.supabase\.example;\s+proxy_ssl_verify on;/,
  );
});

it('keeps the file of keys for ever', () => {
  const config = {
    ...CONFIG,
    trustedKeys: undefined,
    trustedKeysFile: { path: '/trusted-keys.1.json', digest: DIGEST },
  };
  expect(written({ config })).toMatch(/location = \/trusted-keys\.1\.json \{[^}]+immutable/);
});

it.each([
  'https://portal.example/path',
  'https://user@portal.example',
  'https://portal.example?x',
  'ftp://portal.example',
  'portal.example',
  'https://portal.example;}',
  'https://*',
])('takes no %s for the portal or its backend', (address) => {
  expect(() => deployedSites({ ...OPTIONS, portal: address })).toThrow();
  expect(() => deployedSites({ ...OPTIONS, api: address })).toThrow();
});

it.each(['/srv/a b', '/srv/a;', '/srv/$host', '/srv/{env.HOME}', '/srv/../etc', 'srv', '/srv/a\nb', '/srv/"'])(
  'takes no %j for a folder',
  (folder) => {
    for (const name of ['siteFolder', 'storeFolder', 'configFile'] as const) {
      expect(() => deployedSites({ ...OPTIONS, [name]: folder })).toThrow(UnsafeValue);
    }
  },
);

it.each(['$host', '{env.SECRET}', '{$SECRET}', '`', '\\'])('lets no %s of an address mean more than text', (sign) => {
  const config = { ...CONFIG, telemetryUrl: `https://telemetry.example/in/${sign}` };
  const attempt = () => written({ config });
  // Characters that an address percent-encodes automatically are harmless; all others are refused.
  const result = (() => {
    try {
      return attempt();
    } catch (error) {
      return error;
    }
  })();
  const policies = (text: string) => text.split('\n').filter((line) => line.includes('telemetry.example'));
  const isHarmless = (text: unknown) =>
    text instanceof UnsafeValue || (typeof text === 'string' && policies(text).every((line) => !line.includes(sign)));
  expect(isHarmless(result)).toBe(true);
});

it('lets no address end the header that it is in', () => {
  const config = { ...CONFIG, telemetryUrl: 'https://telemetry.example/"; add_header Set-Cookie "a=b\r\nX: y' };
  const line = written({ config })
    .split('\n')
    .find((each) => each.includes('telemetry.example'));
  expect(line).toMatch(/https:\/\/telemetry\.example\/%22%3B%20add_header%20Set-Cookie%20%22a=bX:%20y[ ;]/);
});
