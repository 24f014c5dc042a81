import type { RegisteredRemote, RegistryDocument } from './registry';
import type { StopList, StoppedArea } from './stop-list';

/**
 * The registry without what an operator has stopped. Its readers (menu, guard, loader) need not know about stop lists.
 * Returns the same object when nothing is stopped.
 */
export function withStops(registry: RegistryDocument, list: StopList | null): RegistryDocument {
  if (!list) return registry;
  const remotes = registry.remotes.map((remote) => stopped(remote, list));
  return remotes.every((remote, index) => remote === registry.remotes[index]) ? registry : { ...registry, remotes };
}

/** The registry with every area closed, for one reason. */
export function closedRegistry(registry: RegistryDocument, reason: string): RegistryDocument {
  return { ...registry, remotes: registry.remotes.map((remote) => closed(remote, reason)) };
}

function stopped(remote: RegisteredRemote, { areas, canaries }: StopList): RegisteredRemote {
  const own = areas.filter(({ name }) => name === remote.name);
  const whole = own.find(({ versions }) => versions === undefined);
  if (whole) return closed(remote, whole.reason);
  const left = withoutVersions(remote, own);
  const isHalted = canaries.some(({ name, version }) => name === left.name && version === left.canary?.pointer.version);
  return isHalted ? { ...left, canary: undefined } : left;
}

/** The next remaining release replaces a stopped one, as after a rollback. */
function withoutVersions(remote: RegisteredRemote, stops: readonly StoppedArea[]): RegisteredRemote {
  const stopOf = (version: string) => stops.find(({ versions }) => versions?.includes(version));
  const { stable, lastGood, canary } = remote;
  const all = [stable, ...lastGood];
  const [first, ...rest] = all.filter(({ version }) => !stopOf(version));
  if (!first) return closed(remote, stopOf(stable.version)?.reason ?? '');
  const isCanaryStopped = canary !== undefined && stopOf(canary.pointer.version) !== undefined;
  if (rest.length === lastGood.length && !isCanaryStopped) return remote;
  return { ...remote, stable: first, lastGood: rest, canary: isCanaryStopped ? undefined : canary };
}

function closed(remote: RegisteredRemote, disabledReason: string): RegisteredRemote {
  return { ...remote, enabled: false, disabledReason };
}
