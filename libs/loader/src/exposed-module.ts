import type { Lifecycles, SearchProvider } from '@nemus/contract';
import { Problem } from './problem';
import type { VerifiedRelease } from './release-parts';

function defaultOf(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
}

/** The default export of a module as a search provider. Its answers are checked each time. */
export function searchOf(module: unknown, what: string, { adapter }: VerifiedRelease): SearchProvider {
  const exported = defaultOf(module);
  const search = adapter ? adapter.search(exported) : isSearch(exported) ? exported : null;
  if (search) return search;
  throw new Problem('execution', `${what} has no function as its default export.`);
}

function isSearch(value: unknown): value is SearchProvider {
  return typeof value === 'function';
}

/** The default export of a module as lifecycles of this shell's contract. */
export function lifecyclesOf(module: unknown, what: string, release: VerifiedRelease, expose: string): Lifecycles {
  const exported = defaultOf(module);
  const { adapter, document } = release;
  const slot = document.declaration.slots.find((one) => one.expose === expose)?.name ?? null;
  const lifecycles = adapter ? adapter.lifecycles(exported, slot) : isLifecycles(exported) ? exported : null;
  if (lifecycles) return lifecycles;
  throw new Problem('execution', `${what} has no lifecycles as its default export.`);
}

function isLifecycles(value: unknown): value is Lifecycles {
  if (typeof value !== 'object' || value === null) return false;
  const names = ['bootstrap', 'mount', 'update', 'unmount'] as const;
  return names.every((name) => name in value && typeof Reflect.get(value, name) === 'function');
}
