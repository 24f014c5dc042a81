/**
 * How far an area is loaded ahead of its opening. `fetched`: its files are in the browser's cache. `held`: they are in
 * the page, compiled as far as the browser does that early. `running`: its code runs and requests its page's data.
 */
export type AheadLevel = 'fetched' | 'held' | 'running';

export type AheadState = 'nothing' | 'fetching' | 'fetched' | 'holding' | 'held' | 'starting' | 'running';

/** A level is wanted, or the work for one has ended. */
type AheadEvent = AheadLevel | 'reached' | 'lost';

/**
 * What follows in which state; a level that is missing here is reached already or on its way. `running` starts over: it
 * is for another page, or another account.
 */
export const AHEAD: Readonly<Record<AheadState, Readonly<Partial<Record<AheadEvent, AheadState>>>>> = {
  nothing: { fetched: 'fetching', held: 'holding', running: 'starting' },
  fetching: { held: 'holding', running: 'starting', reached: 'fetched', lost: 'nothing' },
  fetched: { held: 'holding', running: 'starting' },
  holding: { running: 'starting', reached: 'held', lost: 'nothing' },
  held: { running: 'starting' },
  starting: { running: 'starting', reached: 'running', lost: 'nothing' },
  running: { running: 'starting' },
};

/** How a level is reached; resolves with whether it was, or rejects. */
export type AheadWork<Next> = Readonly<Record<AheadLevel, (next: Next) => Promise<boolean>>>;

/** The releases that are loaded ahead of their opening, by the address of each: a newer release starts at nothing. */
export class Ahead<Next> {
  readonly #work: AheadWork<Next>;
  readonly #steps = new Map<string, { readonly state: AheadState; readonly reached: Promise<boolean> }>();

  constructor(work: AheadWork<Next>) {
    this.#work = work;
  }

  /** Brings a release to a level, if it is not there yet. Resolves with whether it is there. Never rejects. */
  to(level: AheadLevel, release: string, next: Next): Promise<boolean> {
    const now = this.#steps.get(release);
    const state = AHEAD[now?.state ?? 'nothing'][level];
    if (now && state === undefined) return now.reached;
    const step = { state: state ?? 'nothing', reached: this.#work[level](next).catch(() => false) };
    this.#steps.set(release, step);
    void step.reached.then((isReached) => {
      // Otherwise a higher level was wanted meanwhile.
      if (this.#steps.get(release) === step) this.#end(release, step, isReached ? 'reached' : 'lost');
    });
    return step.reached;
  }

  stateOf(release: string): AheadState {
    return this.#steps.get(release)?.state ?? 'nothing';
  }

  #end(release: string, { state, reached }: { state: AheadState; reached: Promise<boolean> }, event: AheadEvent) {
    this.#steps.set(release, { state: AHEAD[state][event] ?? state, reached });
  }
}
