import type { OpenedRegistry } from '@nemus/registry';
import type { RegistryOpener } from './registry-opener';

/**
 * Replaces refused entries by the last good ones, as far as these are still valid.
 *
 * @param copy Text of the last usable registry; null if there is none.
 */
export async function repairRegistry(
  opened: OpenedRegistry,
  copy: string | null,
  open: RegistryOpener['open'],
): Promise<OpenedRegistry> {
  const names = new Set(opened.refused.map(({ name }) => name));
  const last = names.size > 0 && copy !== null ? await open(copy, null) : null;
  const lastGood = last?.ok ? [...last.raw].filter(([name]) => names.has(name)) : [];
  if (lastGood.length === 0) return opened;
  const accepted = opened.registry.remotes.flatMap(({ name }) => opened.raw.get(name) ?? []);
  const text = JSON.stringify({ ...opened.registry, remotes: [...accepted, ...lastGood.map(([, raw]) => raw)] });
  const repaired = await open(text, opened.seen);
  if (!repaired.ok) return opened;
  const has = (wanted: string) => repaired.registry.remotes.some(({ name }) => name === wanted);
  return { ...repaired, refused: opened.refused.filter(({ name }) => !has(name)) };
}

/** The accepted entries as a raw document, as they were signed. */
export function textOf({ registry, raw }: OpenedRegistry): string {
  return JSON.stringify({ ...registry, remotes: registry.remotes.map((remote) => raw.get(remote.name)) });
}
