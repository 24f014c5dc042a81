import type { Ports, ReleaseInfo, RemoteFailure, RouteDeclaration } from '@nemus/contract';
import { Attempt, type ReleaseSource, type Setback } from './attempt';
import { lostChunk } from './chunk-error';
import type { Clock } from './clock';
import { GuardedRoot } from './guarded-root';
import type { MountLimits } from '@nemus/start/limits';
import { condemnsRelease, isCodeFailure, nextStep, type Failed, type NextStep } from './policy';
import { missingOf, problemOf, type Problem } from './problem';
import type { ReleaseLoader } from './release-loader';
import { infoOf, type VerifiedRelease } from './release-parts';
import type { ReleaseStyles } from './release-styles';
import { transition, type AreaEvent, type AreaPhase, type AreaState } from './state';
import type { LoaderEvent, TelemetrySink } from './telemetry';

/** What all mounts of one loader share. */
export interface MountEnvironment extends ReleaseSource {
  readonly makePorts: (release: ReleaseInfo, access?: RouteDeclaration['access']) => Ports;
  readonly telemetry: TelemetrySink;
  readonly releases: ReleaseLoader;
  readonly styles: ReleaseStyles;
  readonly limits: MountLimits;
  readonly clock: Clock;
}

/** What is mounted, and where. */
export interface MountTarget {
  readonly remote: string;
  /** Exposed module, such as `./app`. */
  readonly expose: string;
  readonly host: HTMLElement;
  readonly onState: (state: AreaState) => void;
  readonly access?: RouteDeclaration['access'] | undefined;
}

/** Makes the names of mounts unique: single-spa-react identifies its roots by them. */
let mountCount = 0;

/**
 * One mount of one exposed module, from the registry to the page: a state machine that stays consistent when an answer
 * comes late, something fails or the module unmounts midway. Results of an earlier attempt are dropped.
 */
export class AreaMount {
  readonly #environment: MountEnvironment;
  readonly #target: MountTarget;
  readonly #name: string;
  #phase: AreaPhase = 'resolving';
  #attempt: Attempt;
  #root: GuardedRoot | null = null;
  #letGoOfStyles: () => void = () => undefined;
  #removal: Promise<void> = Promise.resolve();
  #slotProps: unknown;
  #startedAt = 0;

  constructor(environment: MountEnvironment, target: MountTarget, slotProps?: unknown) {
    this.#environment = environment;
    this.#target = target;
    this.#slotProps = slotProps;
    this.#attempt = new Attempt(environment, target.remote);
    mountCount += 1;
    this.#name = `${target.remote}/${target.expose.slice(2)}#${mountCount}`;
  }

  /** Starts; called once. */
  start() {
    this.#target.onState({ phase: 'resolving' });
    void this.#run();
  }

  /** Starts over at the user's request: every release gets another chance, and nothing that was loaded is trusted. */
  retry() {
    if (this.#phase !== 'failed') return;
    const { marks, releases } = this.#environment;
    marks.clear(this.#target.remote);
    const { pointer, isSpent } = this.#attempt;
    if (pointer && !isSpent) releases.beginAnew(pointer);
    this.#restart();
  }

  /** Starts over with the release before the failed one, and stays with it for this session. */
  usePrevious() {
    const { pointer } = this.#attempt;
    if (this.#phase !== 'failed' || !pointer) return;
    this.#environment.marks.leave(this.#target.remote, pointer.version, null);
    this.#restart();
  }

  /** Passes new props of a slot to the module, now or as soon as it is mounted. */
  update(slotProps: unknown) {
    this.#slotProps = slotProps;
    this.#root?.update(slotProps);
  }

  /** Takes the module out of the page at once; resolves after its clean-up. Never rejects. */
  unmount(): Promise<void> {
    if (this.#move('closed')) this.#clear();
    return this.#removal;
  }

  #restart() {
    if (!this.#move('restarted')) return;
    this.#target.onState({ phase: 'resolving' });
    void this.#run();
  }

  /** One attempt to show the module: the chosen release, again when that may help, then the releases before it. */
  async #run(): Promise<void> {
    const { limits, clock } = this.#environment;
    const attempt = new Attempt(this.#environment, this.#target.remote);
    this.#attempt = attempt;
    this.#startedAt = clock.now();
    let first: Setback | null = null;
    for (let retries = 0; ;) {
      try {
        if (!attempt.choose()) break;
        await this.#show(attempt);
        return;
      } catch (error) {
        if (this.#isStale(attempt)) return;
        this.#clear();
        const problem = problemOf(error, 'execution');
        const next = this.#answer(attempt, problem, retries);
        const isOnly = isCodeFailure(problem.kind) && !first && !attempt.hasPrevious();
        if (next === 'stop' || isOnly) return this.#fail(attempt, problem);
        this.#reportFailure(attempt.failure(problem), next, problem);
        first ??= { problem, pointer: attempt.pointer };
        if (next === 'retry') {
          await clock.sleep(limits.retryDelaysMs[retries] ?? 0);
          if (this.#isStale(attempt)) return;
          retries += 1;
        } else {
          retries = 0;
          attempt.giveUp();
        }
        this.#enter('restarted');
      }
    }
    // Every release failed, now or earlier; report the one that should have been shown.
    first ??= attempt.earlierSetback();
    attempt.pointer = first.pointer;
    this.#fail(attempt, first.problem);
  }

  /** Verifies, loads and mounts the chosen release. */
  async #show(attempt: Attempt): Promise<void> {
    const { releases, styles } = this.#environment;
    const { pointer } = attempt;
    if (!pointer) return;
    releases.checkContract(pointer);
    this.#enter('chosen');
    const release = await releases.verify(pointer, this.#target.remote);
    if (this.#isStale(attempt)) return;
    if (attempt.isOverride) attempt.overrideVersion = release.document.version;
    this.#enter('verified');
    this.#letGoOfStyles = styles.keep(release.files.base);
    releases.requestFiles(release, this.#target.expose);
    const lifecycles = await releases.load(release, this.#target.expose);
    if (this.#isStale(attempt)) return;
    this.#enter('loaded');
    const root = new GuardedRoot({
      lifecycles,
      props: {
        ...this.#environment.makePorts(infoOf(release), this.#target.access),
        name: this.#name,
        slotProps: this.#slotProps,
      },
      host: this.#target.host,
      limits: this.#environment.limits,
      clock: this.#environment.clock,
      onFailure: (problem) => void this.#breakDown(attempt, release, problem),
      onTrouble: (problem) => this.#trouble(problem),
    });
    this.#root = root;
    try {
      await root.mount();
    } catch (error) {
      throw await this.#explain(release, problemOf(error, 'execution'));
    }
    if (this.#isStale(attempt)) return;
    this.#enter('mounted');
  }

  /** A mounted module reported that it cannot go on. */
  async #breakDown(attempt: Attempt, release: VerifiedRelease, reported: Problem): Promise<void> {
    const problem = await this.#explain(release, reported);
    if (this.#isStale(attempt) || this.#phase !== 'ready') return;
    this.#clear();
    const next = this.#answer(attempt, problem, Number.POSITIVE_INFINITY);
    if (next === 'next-release' && attempt.hasPrevious()) {
      this.#reportFailure(attempt.failure(problem), next, problem);
      this.#restart();
    } else {
      this.#fail(attempt, problem);
    }
  }

  /** A lost chunk with wrong bytes is an integrity failure, whatever the browser called it. */
  async #explain(release: VerifiedRelease, problem: Problem): Promise<Problem> {
    if (problem.kind !== 'chunk') return problem;
    const url = lostChunk(problem.cause) ?? null;
    const cause = await this.#environment.releases.diagnoseChunk(release.files, url);
    return cause?.kind === 'integrity' ? cause : problem;
  }

  /** Decides how to handle a problem, and makes sure that nothing of the failed release is used again. */
  #answer(attempt: Attempt, problem: Problem, retries: number): NextStep {
    const { limits, marks, releases, styles } = this.#environment;
    const failed: Failed = { isCanary: attempt.isCanary, isSlot: this.#isSlot };
    const step = nextStep(problem.kind, retries, limits.retryDelaysMs, failed);
    // Never replace an override by a release: it would be mistaken for the override.
    const next = attempt.isOverride && step === 'next-release' ? 'stop' : step;
    if (attempt.pointer && !attempt.isOverride && condemnsRelease(problem.kind, failed)) {
      marks.leave(this.#target.remote, attempt.pointer.version, problem);
    }
    // Failed code stays in the caches of browser and container; code that only threw while rendering does not.
    attempt.isSpent = problem.kind !== 'render';
    if (attempt.pointer && attempt.isSpent) {
      if (problem.kind === 'timeout') styles.giveUp(releases.baseOf(attempt.pointer));
      releases.beginAnew(attempt.pointer);
    }
    return next;
  }

  #fail(attempt: Attempt, problem: Problem) {
    if (this.#isStale(attempt) || !this.#move('failed')) return;
    this.#clear();
    const failure = attempt.failure(problem);
    this.#reportFailure(failure, 'stop', problem);
    const canUsePrevious = attempt.hasPrevious();
    // No release works: the next opening tries them all again, in case the cause was outside of them.
    if (!this.#isSlot && isCodeFailure(problem.kind)) this.#environment.marks.forgiveCode(this.#target.remote);
    this.#target.onState({ phase: 'failed', failure, canUsePrevious, ...missingOf(problem) });
  }

  get #isSlot(): boolean {
    return this.#target.expose !== './app';
  }

  #isStale(attempt: Attempt): boolean {
    return this.#attempt !== attempt || this.#phase === 'closed';
  }

  /** Moves the machine and tells the shell about the new phase. */
  #enter(event: AreaEvent) {
    if (!this.#move(event)) return;
    if (this.#phase === 'failed' || this.#phase === 'closed') return;
    const isPrevious = this.#phase === 'ready' && this.#attempt.source === 'last-good';
    this.#target.onState(isPrevious ? { phase: 'ready', isPrevious } : { phase: this.#phase });
  }

  #move(event: AreaEvent): boolean {
    const next = transition(this.#phase, event);
    if (next === null) return false;
    this.#phase = next;
    this.#environment.telemetry({ ...this.#about(), name: 'phase', phase: next });
    return true;
  }

  #clear() {
    if (this.#root) this.#removal = this.#root.remove();
    this.#root = null;
    this.#letGoOfStyles();
  }

  #reportFailure(failure: RemoteFailure, next: NextStep, problem: Problem) {
    const { kind, message, supportId } = failure;
    const found = { kind, message, supportId, next, error: problem.cause ?? problem, ...missingOf(problem) };
    this.#environment.telemetry({ ...this.#about(), name: 'failure', ...found });
  }

  #trouble({ kind, message }: Problem) {
    this.#environment.telemetry({ ...this.#about(), name: 'trouble', kind, message });
  }

  #about(): Pick<LoaderEvent, 'remote' | 'team' | 'version' | 'source' | 'expose' | 'ms'> {
    const { remote, version, source } = this.#attempt;
    return {
      remote: this.#target.remote,
      team: remote?.team ?? null,
      version,
      source,
      expose: this.#target.expose,
      ms: Math.round(this.#environment.clock.now() - this.#startedAt),
    };
  }
}
