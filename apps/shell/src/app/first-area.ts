import type { Access, AreaHandle, AreaState } from '@nemus/loader';
import type { RouteMatch } from '@nemus/registry';
import { idleAfter, untilIdle } from '@nemus/start/idle';
import { FIRST_AREA_MS } from '@nemus/start/limits';
import { layoutOf } from './layout';
import { documentTitle } from '../frame/useDocumentTitle';
import type { Portal } from '../portal/portal';
import { placeAt } from '../routing/place';
import type { FirstScreen } from '../setup/first-screen';
import type { FirstArea, RunningArea } from '../portal/first-area-context';
import { moveInto } from './move-into';

/** What is needed to render an area before the frame. */
export type FirstAreaParts = Pick<Portal, 'config' | 'session' | 'registry' | 'navigation' | 'loader' | 'overrides'>;

/** How the first area is rendered. */
export interface FirstAreaSteps {
  /** Renders the base styles for areas, without a frame. */
  readonly drawGround: (first: FirstArea) => void;
  /** Renders the frame at once. Called once. */
  readonly drawFrame: (first: FirstArea) => void;
}

/**
 * Renders the area of the first screen before the frame, if the area could be rendered at once with its data: on a slow
 * processor, the frame takes as long as the page. The frame follows after the area's first paint, after {@link
 * FIRST_AREA_MS}, when the area fails, on a navigation or when the account changes.
 *
 * @returns false when nothing was rendered: then the caller renders the frame now
 */
export async function drawFirstArea(
  portal: FirstAreaParts,
  screen: Pick<FirstScreen, 'area'>,
  { drawGround, drawFrame }: FirstAreaSteps,
): Promise<boolean> {
  const prepared = screen.area();
  const picture = document.querySelector<HTMLElement>('html[data-start="frame"] .first.frame');
  // A hidden tab is never painted.
  if (!prepared || !picture || document.visibilityState !== 'visible') return false;
  if (!(await untilIdle(prepared.isReady, FIRST_AREA_MS))) return false;
  if (!hasNoBanner(portal) || layoutOf(prepared.place, true) !== 'shared') return false;
  const { match } = prepared.place;
  const now = placeNow(portal);
  if (now.kind !== 'area' || now.match.remote.name !== match.remote.name || now.match.route !== match.route)
    return false;
  // Each opening uses the current registry.
  if (!match.remote.enabled || portal.registry.renew() !== null) return false;

  document.title = documentTitle(match.route.title);
  const stage = openStage(picture);
  const first = new RunningFirstArea(portal, match, stage);
  drawGround(first);
  await new Promise<void>((resolve) => {
    let isDrawn = false;
    const draw = () => {
      if (isDrawn) return;
      isDrawn = true;
      for (const stop of stops) stop();
      drawFrame(first);
      resolve();
    };
    const watch = new MutationObserver(() => {
      if (!hasDrawn(first.host)) return;
      watch.disconnect();
      stage.clearBars();
      // The paint gets the whole limit again; a tab that is hidden by now is never painted, and gets its frame
      // afterwards.
      stopWaiting();
      stops.push(idleAfter(FIRST_AREA_MS, draw));
      afterPaint(draw);
    });
    watch.observe(first.host, { childList: true, subtree: true });
    const stopWaiting = idleAfter(FIRST_AREA_MS, draw);
    const stops = [
      stopWaiting,
      () => watch.disconnect(),
      // Before the area is notified: the frame sees the page that is left, as in every navigation.
      portal.navigation.port.subscribe(draw),
      portal.session.store.subscribe(() => {
        if (userOf(portal) !== first.userId || placeNow(portal).kind !== 'area') draw();
      }),
    ];
    first.mount(({ phase }) => {
      // Not within the mount's own call.
      if (phase === 'failed') queueMicrotask(draw);
    });
  });
  return true;
}

class RunningFirstArea implements FirstArea, RunningArea {
  readonly host = document.createElement('div');
  readonly pathname: string;
  readonly userId: string | null;
  readonly #portal: FirstAreaParts;
  readonly #match: RouteMatch;
  readonly #stage: Stage;
  #state: AreaState = { phase: 'resolving' };
  #listener: (state: AreaState) => void = () => undefined;
  #handle: AreaHandle | null = null;
  #isTaken = false;

  constructor(portal: FirstAreaParts, match: RouteMatch, stage: Stage) {
    this.#portal = portal;
    this.#match = match;
    this.#stage = stage;
    this.pathname = portal.navigation.port.getLocation().pathname;
    this.userId = userOf(portal);
    stage.main.append(this.host);
  }

  mount(onState: (state: AreaState) => void) {
    const { remote, route } = this.#match;
    const follow = (state: AreaState) => {
      this.#state = state;
      onState(state);
      this.#listener(state);
    };
    this.#handle = this.#portal.loader.mountArea(remote.name, this.host, follow, route.access);
  }

  get handle(): AreaHandle {
    if (!this.#handle) throw new Error('The first area is not mounted yet.');
    return this.#handle;
  }

  follow(onState: (state: AreaState) => void) {
    this.#listener = onState;
    onState(this.#state);
  }

  take(name: string, place: HTMLElement, access?: Access): RunningArea | null {
    const { remote, route } = this.#match;
    if (this.#isTaken || name !== remote.name || access !== route.access || userOf(this.#portal) !== this.userId)
      return null;
    if (this.#portal.overrides.pending() !== null || this.#portal.overrides.of(name) !== null) return null;
    this.#isTaken = true;
    moveInto(place, this.host);
    return this;
  }

  end() {
    this.#stage.leave();
    if (this.#isTaken) return;
    this.#isTaken = true;
    // React cannot unmount another root while it renders.
    queueMicrotask(() => void this.handle.unmount());
  }
}

/** The container of the first area until the frame is rendered. */
interface Stage {
  readonly main: HTMLElement;
  /** The area has rendered: hide the picture's placeholders in its place. */
  clearBars(): void;
  leave(): void;
}

/** Moves the picture out of the root's element, which React empties; its position does not change. */
function openStage(picture: HTMLElement): Stage {
  const main = document.createElement('main');
  main.className = 'first-main';
  document.body.prepend(picture, main);
  return {
    main,
    clearBars: () => picture.querySelector('.page')?.replaceChildren(),
    leave: () => {
      picture.remove();
      main.remove();
    },
  };
}

/** Whether an area's root, the child of its host, has rendered anything. */
const hasDrawn = (host: HTMLElement) => (host.firstElementChild?.childElementCount ?? 0) > 0;

const userOf = ({ session }: FirstAreaParts) => session.store.getState().user?.id ?? null;

/** The place of the address, for the current session and registry. */
export function placeNow({ navigation, session, registry, config }: FirstAreaParts) {
  return placeAt(navigation.port.getLocation(), {
    session: session.store.getState(),
    registry: registry.store.getState(),
    config,
  });
}

/** Whether the page begins at the frame's top edge: without an override banner and a warning. */
export function hasNoBanner({ registry, overrides }: FirstAreaParts): boolean {
  const { stale, refused } = registry.store.getState();
  const { status } = overrides.store.getState();
  return overrides.pending() === null && status === 'none' && !stale && refused.length === 0 && navigator.onLine;
}

/** Runs a callback after the current page was painted. */
function afterPaint(act: () => void) {
  requestAnimationFrame(() => void setTimeout(act));
}
