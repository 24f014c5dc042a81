import type { LeaveGuard, NavigationPort, PortalLocation } from '@nemus/contract';

/** A history in memory that tests can inspect. */
export interface FakeNavigation extends NavigationPort {
  /** Visited addresses, oldest first, without replaced ones. */
  addresses(): readonly string[];
  /** Current number of listeners: 0 after everything has been unmounted. */
  listenerCount(): number;
  /** Current guards for unsaved work. */
  guardCount(): number;
}

/**
 * Makes a history that begins at an address, such as `/profile?tab=daten#kontakt`, with the state of its history entry.
 * Leave guards are called like in the shell: before the address changes.
 */
export function fakeNavigation(start = '/', startState: unknown = null): FakeNavigation {
  let count = 0;
  const locate = (to: string, base: string, state: unknown): PortalLocation => {
    const { pathname, search, hash } = new URL(to, new URL(base, 'http://portal'));
    count += 1;
    return { pathname, search, hash, state, key: `key-${count}` };
  };
  let entries: readonly PortalLocation[] = [locate(start, '/', startState)];
  let index = 0;
  const listeners = new Set<() => void>();
  const guards = new Set<LeaveGuard>();

  const current = (): PortalLocation => {
    const location = entries[index];
    if (!location) throw new Error('The history is empty.');
    return location;
  };
  const mayLeave = (to: PortalLocation): boolean | Promise<boolean> => {
    const answers = [...guards].map((guard) => guard(to));
    if (answers.every((answer) => typeof answer === 'boolean')) return answers.every(Boolean);
    return Promise.all(answers).then((all) => all.every(Boolean));
  };
  const move = (to: PortalLocation, apply: () => void) => {
    const commit = (allowed: boolean) => {
      if (!allowed) return;
      apply();
      for (const listener of listeners) listener();
    };
    const allowed = mayLeave(to);
    if (typeof allowed === 'boolean') commit(allowed);
    else void allowed.then(commit);
  };

  return {
    getLocation: current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    push(to, state = null) {
      const next = locate(to, addressOf(current()), state);
      move(next, () => {
        entries = [...entries.slice(0, index + 1), next];
        index += 1;
      });
    },
    replace(to, state = null) {
      const next = locate(to, addressOf(current()), state);
      move(next, () => {
        entries = entries.with(index, next);
      });
    },
    go(delta) {
      const target = entries[index + delta];
      if (!target) return;
      move(target, () => {
        index += delta;
      });
    },
    guardLeave(guard) {
      guards.add(guard);
      return () => guards.delete(guard);
    },
    addresses: () => entries.slice(0, index + 1).map(addressOf),
    listenerCount: () => listeners.size,
    guardCount: () => guards.size,
  };
}

function addressOf({ pathname, search, hash }: PortalLocation): string {
  return `${pathname}${search}${hash}`;
}
