import type { LeaveGuard, NavigationPort, PortalLocation } from '@nemus/contract';

/** How the portal reached its current location. */
export type NavigationKind = 'start' | 'push' | 'replace' | 'traverse';

/** The shell's side of the port, which areas must not control. */
export interface Navigation {
  readonly port: NavigationPort;
  /** How the current location was reached. */
  getKind(): NavigationKind;
  /** Replaces the address without asking: for redirects of the guard, which cannot be refused. */
  redirect(to: string, state?: unknown): void;
  /** Asks the guards for unsaved changes, as a navigation to `to` would. */
  mayLeave(to: string): Promise<boolean>;
  /** Loads the document of the current location, with its state. */
  reload(): void;
  dispose(): void;
}

/** Stored with each history entry. */
interface EntryMark {
  readonly key: string;
  /** Position in the session's history; gives the distance of a traversal. */
  readonly index: number;
  readonly state: unknown;
}

/**
 * An address outside the portal was passed to the router: a mistake of the caller, or an attempt to lead users away.
 */
export class ForeignAddressError extends Error {
  override readonly name = 'ForeignAddressError';
}

/**
 * The portal's one history. Every React root listens here; only this file writes to `window.history`. A blocked
 * traversal is undone first and asked about afterwards, because the browser reports it when it has happened.
 */
export function createNavigation(view: Window = window): Navigation {
  const guards = new Set<LeaveGuard>();
  const listeners = new Set<() => void>();
  let kind: NavigationKind = 'start';
  let mark = readMark(view.history.state) ?? { key: newKey(), index: 0, state: null };
  let location = locate(view, mark);
  /** The newest navigation wins: answers to older questions are void. */
  let question = 0;
  /** Traversals that the portal started itself, without asking. */
  let expected: (() => void) | null = null;

  view.history.scrollRestoration = 'manual';
  view.history.replaceState(mark, '');

  function show(next: EntryMark, how: NavigationKind) {
    mark = next;
    kind = how;
    location = locate(view, next);
    for (const listener of listeners) listener();
  }

  function write(to: URL, state: unknown, how: 'push' | 'replace') {
    const next = { key: newKey(), index: how === 'push' ? mark.index + 1 : mark.index, state: state ?? null };
    const address = to.pathname + to.search + to.hash;
    if (how === 'push') view.history.pushState(next, '', address);
    else view.history.replaceState(next, '', address);
    show(next, how);
  }

  /** True only when every guard agrees, and no newer navigation was requested meanwhile. */
  async function ask(to: PortalLocation): Promise<boolean> {
    question += 1;
    const mine = question;
    for (const guard of guards) {
      if (!(await guard(to))) return false;
    }
    return mine === question;
  }

  function navigate(to: string, state: unknown, how: 'push' | 'replace') {
    const address = resolve(view, to);
    question += 1;
    if (guards.size === 0) {
      write(address, state, how);
      return;
    }
    void navigateIfAllowed(address, state, how);
  }

  async function navigateIfAllowed(address: URL, state: unknown, how: 'push' | 'replace') {
    if (await ask(partsOf(address, state ?? null, newKey()))) write(address, state, how);
  }

  function onPopState(event: PopStateEvent) {
    // An address with a typed hash, or one set by foreign code, has no mark yet.
    const next = readMark(event.state) ?? { key: newKey(), index: mark.index + 1, state: null };
    if (readMark(event.state) === null) view.history.replaceState(next, '');
    if (expected) {
      const arrived = expected;
      expected = null;
      arrived();
      return;
    }
    const delta = next.index - mark.index;
    if (guards.size === 0 || delta === 0) {
      show(next, 'traverse');
      return;
    }
    const target = locate(view, next);
    expected = () => void resume(target, next, delta);
    view.history.go(-delta);
  }

  /** The traversal was undone; it is repeated when every guard agrees. */
  async function resume(target: PortalLocation, next: EntryMark, delta: number) {
    if (!(await ask(target))) return;
    expected = () => show(next, 'traverse');
    view.history.go(delta);
  }

  function onBeforeUnload(event: BeforeUnloadEvent) {
    if (guards.size > 0) event.preventDefault();
  }

  view.addEventListener('popstate', onPopState);
  view.addEventListener('beforeunload', onBeforeUnload);

  return {
    port: {
      getLocation: () => location,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      push: (to, state) => navigate(to, state, 'push'),
      replace: (to, state) => navigate(to, state, 'replace'),
      go: (delta) => view.history.go(delta),
      guardLeave: (guard) => {
        guards.add(guard);
        return () => guards.delete(guard);
      },
    },
    getKind: () => kind,
    redirect: (to, state) => {
      question += 1;
      write(resolve(view, to), state, 'replace');
    },
    mayLeave: (to) => ask(partsOf(resolve(view, to), null, newKey())),
    reload: () => view.location.reload(),
    dispose: () => {
      view.removeEventListener('popstate', onPopState);
      view.removeEventListener('beforeunload', onBeforeUnload);
      listeners.clear();
      guards.clear();
    },
  };
}

function resolve(view: Window, to: string): URL {
  const address = new URL(to, view.location.href);
  if (address.origin !== view.location.origin) {
    throw new ForeignAddressError(`The portal's router leads to its own pages only, not to ${address.origin}.`);
  }
  return address;
}

function locate(view: Window, { key, state }: EntryMark): PortalLocation {
  return partsOf(new URL(view.location.href), state, key);
}

function partsOf(address: URL, state: unknown, key: string): PortalLocation {
  return { pathname: address.pathname, search: address.search, hash: address.hash, state, key };
}

function readMark(state: unknown): EntryMark | null {
  if (typeof state !== 'object' || state === null) return null;
  if (!('key' in state) || !('index' in state)) return null;
  const { key, index } = state;
  if (typeof key !== 'string' || typeof index !== 'number') return null;
  return { key, index, state: 'state' in state ? state.state : null };
}

function newKey(): string {
  return crypto.randomUUID().slice(0, 8);
}
