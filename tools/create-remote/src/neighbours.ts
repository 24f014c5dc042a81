import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { remoteConfigSchema, type RemoteDeclaration } from '@nemus/contract';
import { collisionProblems, declarationProblems, type RegisteredRemote } from '@nemus/registry';
import type { CreateRequest } from './request';

/** Declarations of the areas in this checkout. */
export async function readNeighbours(root: string): Promise<RemoteDeclaration[]> {
  const apps = path.join(root, 'apps');
  const files = readdirSync(apps)
    .map((name) => path.join(apps, name, 'remote.config.ts'))
    .filter((file) => existsSync(file));
  return Promise.all(
    files.map(async (file) => {
      const module: { default?: unknown } = await import(pathToFileURL(file).href);
      return remoteConfigSchema.parse(module.default);
    }),
  );
}

/** Conflicts of the new area with the existing ones, one sentence each. */
export function placementProblems(request: CreateRequest, neighbours: readonly RemoteDeclaration[]): string[] {
  const { name, team, title, path: route, roles, icon, order } = request;
  const claims = {
    name,
    team,
    routes: [{ path: route, roles, layout: 'shared' as const, title }],
    menu: [{ id: name, path: route, label: title, icon, order, roles }],
    slots: [],
  };
  return [...declarationProblems(claims), ...collisionProblems(claims, neighbours.map(asRegistered))];
}

/** A declared area as the collision rules read a registered one; they look at claims alone. */
function asRegistered({ name, title, team, routes, menu, slots }: RemoteDeclaration): RegisteredRemote {
  const nowhere = { version: '0.0.0-00000000', path: `releases/${name}/0.0.0-00000000/`, digest: '', contract: '*' };
  return { name, title, team, routes, menu, slots, enabled: true, stable: nowhere, lastGood: [] };
}
