import type { Lifecycles, MountProps } from '@nemus/contract';
import { withLimit, type Clock } from './clock';
import { Problem, problemOf, textOf } from './problem';

/** MountLimits that a root keeps, in milliseconds. */
export interface RootLimits {
  readonly mountMs: number;
  readonly unmountMs: number;
}

/** What a root needs. */
export interface RootParts {
  readonly lifecycles: Lifecycles;
  /** Props without the ones that the root adds itself. */
  readonly props: Omit<MountProps, 'domElement' | 'reportFailure'>;
  /** Element that the root is appended to. */
  readonly host: HTMLElement;
  readonly limits: RootLimits;
  readonly clock: Clock;
  /** A failure that the remote's boundary reported after the root had been mounted. */
  readonly onFailure: (problem: Problem) => void;
  /** Something that the user need not know: a clean-up that threw or hung, a refused update. */
  readonly onTrouble: (problem: Problem) => void;
}

/** Bootstraps under way. */
const bootstraps = new WeakMap<Lifecycles, Promise<void>>();
/** Modules that were bootstrapped. */
const bootstrapped = new WeakSet<Lifecycles>();

/**
 * One mounted module. Whatever its code does (throw, hang, answer late), the root can be removed at once and the next
 * navigation works: every lifecycle has a time limit, and the element leaves the page regardless.
 */
export class GuardedRoot {
  readonly element: HTMLElement;
  readonly #parts: RootParts;
  #props: MountProps;
  #phase: 'new' | 'mounting' | 'mounted' | 'removed' = 'new';
  #boundaryFailed: (problem: Problem) => void = () => undefined;
  #wasMounted = false;
  #removal: Promise<void> | null = null;

  constructor(parts: RootParts) {
    this.#parts = parts;
    this.element = document.createElement('div');
    this.element.dataset['remote'] = parts.props.release.remote;
    this.element.dataset['release'] = parts.props.release.version;
    this.#props = {
      ...parts.props,
      domElement: this.element,
      reportFailure: (kind, error) => this.#report(problemOf(error, kind)),
    };
  }

  /**
   * Bootstraps the module once, then mounts it. Throws a `Problem`: `execution` when a lifecycle rejects,
   * `mount-timeout` when it takes too long, or what the remote's boundary reported in the meantime.
   */
  async mount(): Promise<void> {
    const { lifecycles, limits, clock, host } = this.#parts;
    this.#phase = 'mounting';
    host.append(this.element);
    const reported = new Promise<never>((_resolve, reject) => (this.#boundaryFailed = reject));
    // The report may come after the race; by then it has been handled elsewhere.
    reported.catch(() => undefined);
    const tooLate = (name: string) => () =>
      new Problem('mount-timeout', `${name} did not finish within ${limits.mountMs} ms.`);
    try {
      // Saves waits: an area that is opened again renders in the task of the click.
      if (!bootstrapped.has(lifecycles)) {
        await withLimit(clock, bootstrapOnce(lifecycles, this.#props), limits.mountMs, tooLate('bootstrap'));
        if (this.#isRemoved()) return;
      }
      const mountedWith = this.#props;
      const mounting = call(() => lifecycles.mount(mountedWith));
      void this.#cleanUpLate(mounting);
      await withLimit(clock, Promise.race([mounting, reported]), limits.mountMs, tooLate('mount'));
      if (this.#isRemoved()) return;
      this.#phase = 'mounted';
      if (this.#props !== mountedWith) this.update(this.#props.slotProps);
    } catch (error) {
      throw problemOf(error, 'execution');
    }
  }

  /** Passes new props of a slot to the module. */
  update(slotProps: unknown) {
    this.#props = { ...this.#props, slotProps };
    if (this.#phase !== 'mounted') return;
    call(() => this.#parts.lifecycles.update(this.#props)).catch((error: unknown) =>
      this.#parts.onTrouble(problemOf(error, 'execution')),
    );
  }

  /** Takes the root out of the page at once; resolves after its clean-up or when the time is over. Never rejects. */
  remove(): Promise<void> {
    this.#removal ??= this.#remove();
    return this.#removal;
  }

  async #remove(): Promise<void> {
    this.#wasMounted = this.#phase === 'mounted';
    this.#phase = 'removed';
    // React needs its container while it cleans up, which it does synchronously.
    const cleanedUp = this.#wasMounted ? this.#cleanUp() : Promise.resolve();
    this.element.remove();
    await cleanedUp;
  }

  /** A mount that finishes after its root was removed leaves something behind that must be released. */
  async #cleanUpLate(mounting: Promise<void>): Promise<void> {
    const finished = await mounting.then(
      () => true,
      () => false,
    );
    if (finished && this.#isRemoved() && !this.#wasMounted) await this.#cleanUp();
  }

  async #cleanUp(): Promise<void> {
    const { lifecycles, limits, clock, onTrouble } = this.#parts;
    try {
      await withLimit(
        clock,
        call(() => lifecycles.unmount(this.#props)),
        limits.unmountMs,
        () => new Problem('timeout', `unmount did not finish within ${limits.unmountMs} ms.`),
      );
    } catch (error) {
      onTrouble(problemOf(error, 'execution'));
    }
  }

  #report(problem: Problem) {
    if (this.#phase === 'mounting') this.#boundaryFailed(problem);
    else if (this.#phase === 'mounted') this.#parts.onFailure(problem);
    else this.#parts.onTrouble(new Problem(problem.kind, `After its removal: ${textOf(problem)}`, { cause: problem }));
  }

  #isRemoved(): boolean {
    return this.#phase === 'removed';
  }
}

/** A module is bootstrapped once, however often it is mounted; a failed bootstrap may be tried again. */
function bootstrapOnce(lifecycles: Lifecycles, props: MountProps): Promise<void> {
  const running = bootstraps.get(lifecycles);
  if (running) return running;
  const started = call(() => lifecycles.bootstrap(props));
  bootstraps.set(lifecycles, started);
  void started.then(
    () => bootstrapped.add(lifecycles),
    () => bootstraps.delete(lifecycles),
  );
  return started;
}

/** Calls a lifecycle; one that throws instead of rejecting is treated the same. */
async function call(lifecycle: () => Promise<void>): Promise<void> {
  await lifecycle();
}
