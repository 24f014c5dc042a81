import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTRACT_VERSION } from '@nemus/contract';
import { z } from 'zod';
import type { CreateRequest } from './request';

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));
/** The area's workflow on the shared one. Its secrets belong to the environments of that one's jobs. */
const WORKFLOW = fileURLToPath(new URL('../workflow', import.meta.url));
const SUFFIX = '.tmpl';

/** Packages that a new area imports, and no other: an unused dependency is a finding of knip. The shell provides them, so the versions are the workspace's. */
const LIBRARIES = ['react', 'react-dom', 'react-router-dom'];

/** Files of a new area of the checkout with their text, by path below the workspace. */
export function renderTemplate(root: string, request: CreateRequest): Map<string, string> {
  const values = valuesOf(request);
  const own = [['package.json', manifestOf(root, request)] as const, ...readTemplate(TEMPLATE, values)];
  return new Map([
    ...own.map(([file, text]) => [`apps/${request.name}/${file}`, text] as const),
    ...readTemplate(WORKFLOW, values).map(
      ([file, text]) => [`.github/workflows/${file.replace('.', `-${request.name}.`)}`, text] as const,
    ),
  ]);
}

/** Files of a template with their text, by path below it. @param values The replacements of `{{…}}`. */
export function readTemplate(folder: string, values: Readonly<Record<string, string>>): [string, string][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => [
      file.slice(0, -SUFFIX.length).split(path.sep).join('/'),
      readFileSync(path.join(folder, file), 'utf8').replaceAll(
        /(?<!\$)\{\{(\w+)\}\}/g,
        (_, key: string) => values[key] ?? '',
      ),
    ]);
}

/** Placeholders: quoted as code in code, as text elsewhere. */
export function valuesOf({
  name,
  title,
  team,
  path: route,
  roles,
  icon,
  order,
}: CreateRequest): Record<string, string> {
  return {
    contract: JSON.stringify(`^${CONTRACT_VERSION}`),
    folder: name,
    heading: title,
    icon: JSON.stringify(icon),
    name: JSON.stringify(name),
    order: String(order),
    path: JSON.stringify(route),
    pathAttribute: `{${JSON.stringify(route)}}`,
    pathText: route,
    rolesProperty: roles ? ` roles: ${JSON.stringify(roles)},` : '',
    team: JSON.stringify(team),
    teamText: team,
    // By default, tests open pages as a trainee.
    testRole: roles && !roles.includes('piw') ? `, ${JSON.stringify(roles[0])}` : '',
    title: JSON.stringify(title),
    titleAttribute: `{${JSON.stringify(title)}}`,
  };
}

function manifestOf(root: string, { name }: CreateRequest): string {
  const libraries = LIBRARIES.map((library) => [library, versionOf(root, library)] as const);
  const ours = ['@nemus/area', '@nemus/contract', '@nemus/ui'].map((library) => [library, '*'] as const);
  const manifest = {
    name: `@nemus/${name}`,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      test: 'jest --config ../../jest.config.mjs --rootDir . --passWithNoTests',
      build: 'rspack build',
      smoke: 'node ../../tools/backend/src/program/run.mjs tools/portal/src/harness/smoke.ts',
    },
    dependencies: Object.fromEntries([...ours, ...libraries]),
    devDependencies: { '@nemus/build': '*', '@nemus/testing': '*' },
    nx: { name },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

const installedSchema = z.object({ version: z.string() });

function versionOf(root: string, library: string): string {
  const file = path.join(root, 'node_modules', library, 'package.json');
  return installedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
