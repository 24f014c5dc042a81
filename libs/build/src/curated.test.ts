import { readFileSync } from 'node:fs';
import path from 'node:path';
import { missingNames, newNames, providedNames, readAreasNeed } from './curated';
import { installedVersion, packageFolder } from './workspace';

describe('curated shared modules', () => {
  it.each([
    ['react-router-dom', ['Link', 'Router', 'useSearchParams']],
    ['@tanstack/react-query', ['QueryClient', 'useQuery']],
    ['@supabase/supabase-js', ['createClient', 'FunctionsHttpError']],
  ] as const)('knows the names of %s', (name, some) => {
    const names = [...(providedNames().get(name) ?? [])];
    expect(names).toEqual(expect.arrayContaining([...some]));
    expect(names).not.toContain('');
  });

  it.each([
    [`import { Link, useLocation } from 'react-router-dom';`, []],
    [`import { Link as RouterLink, type To } from 'react-router-dom';`, []],
    [`import type { NavigateFunction } from 'react-router-dom';`, []],
    [`import {\n  Link,\n  useBlocker,\n} from "react-router-dom";`, ['useBlocker of react-router-dom']],
    [`import { useQuery, type UseQueryResult } from '@tanstack/react-query';`, []],
    [`import { useInfiniteQuery } from '@tanstack/react-query';`, ['useInfiniteQuery of @tanstack/react-query']],
    [`const row = z.object({ at: z.iso.datetime() }); type Row = z.input<typeof row>;`, []],
    [`z.toJSONSchema(row)`, ['z.toJSONSchema of zod']],
    [`z.config(z.locales.de())`, ['z.locales of zod']],
  ])('of %j misses %j', (source, missing) => {
    expect(missingNames(source)).toEqual(missing);
  });

  it('has what supabase-js requires of its realtime client', () => {
    const client = readFileSync(path.join(packageFolder(__dirname, '@supabase/supabase-js'), 'dist/index.mjs'), 'utf8');
    const asked = [...client.matchAll(/this\.realtime\.(\w+)\(/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(3);
    const ours = readFileSync(path.join(__dirname, '../runtime/realtime.mjs'), 'utf8');
    for (const name of asked) expect(ours).toMatch(new RegExp(`^  (async )?${name}( =|\\()`, 'm'));
  });

  it('takes parts of zod that exist', () => {
    const parts = readFileSync(path.join(__dirname, '../runtime/zod-parts.mjs'), 'utf8');
    const folder = path.dirname(require.resolve('zod/package.json'));
    const files = [...parts.matchAll(/'#zod\/([^']+)'/g)].map(([, file]) => path.join(folder, 'v4', file ?? ''));
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(readFileSync(file, 'utf8')).toContain('export ');
  });
});

describe('what areas need of the shared components', () => {
  it('is at most what the package has, so that its own shell fits', () => {
    const [needed, has] = [readAreasNeed(__dirname).version, installedVersion(__dirname, '@nemus/ui')].map((version) =>
      version.split('.').map(Number),
    );
    expect(needed?.[0]).toBe(has?.[0]);
    expect(needed?.[1] ?? 0).toBeLessThanOrEqual(has?.[1] ?? 0);
  });

  it('is reported by name, types aside', () => {
    const known = new Map([['@nemus/ui', new Set(['Card'])]]);
    expect(newNames(`import { Card, type CardProps, SidebarSearch } from '@nemus/ui';`, known)).toEqual([
      'SidebarSearch of @nemus/ui',
    ]);
    expect(newNames(`import { CommandDialog } from '@nemus/ui/palette';`, known)).toEqual([]);
  });
});
