import type { AreaHandle, AreaState } from '@nemus/loader';
import { idleAfter, untilIdle } from '@nemus/start/idle';
import { FIRST_AREA_MS } from '@nemus/start/limits';
import { layoutOf } from './layout';
import { documentTitle } from '../frame/useDocumentTitle';
import type { Portal } from '../portal/portal';
import { placeAt } from '../routing/place';
import type { FirstScreen } from '../setup/first-screen';
import type { FirstArea, RunningArea } from '../portal/first-area-context';
import { moveInto } from './move-into';

/** What an area is drawn ahead of the frame with. */
export type FirstAreaParts = Pick<Portal, 'config' | 'session' | 'registry' | 'navigation' | 'loader' | 'overrides'>;

/** How the first area is drawn. */
export interface FirstAreaSteps {
  /** Draws what areas stand on: the page's ground, without any frame. */
  readonly drawGround: (first: FirstArea) => void;
  /** Draws the frame, at once. Called once. */
  readonly drawFrame: (first: FirstArea) => void;
}

/**
 * Draws the area of the first screen and then the frame, when the area could be drawn at once with its data: a frame
 * takes a slow processor as long as the page that was asked for. The frame comes after the area's first picture, or when
 * it has waited for {@link FIRST_AREA_MS}, the area has failed, somebody navigates or the account changes.
 *
 * @returns false when nothing was drawn: then the frame is to be drawn now, as ever
 */
export async function drawFirstArea(
  portal: FirstAreaParts,
  screen: Pick<FirstScreen, 'area'>,
  { drawGround, drawFrame }: FirstAreaSteps,
): Promise<boolean> {
  const prepared = screen.area();
  const picture = document.querySelector<HTMLElement>('html[data-start="frame"] .first.frame');
  // In a tab that nobody looks at, no picture is ever drawn.
  if (!prepared || !picture || document.visibilityState !== 'visible') return false;
  if (!(await untilIdle(prepared.isReady, FIRST_AREA_MS))) return false;
  if (!hasNoBanner(portal) || layoutOf(prepared.place, true) !== 'shared') return false;
  const { match } = prepared.place;
  const now = placeNow(portal);
  if (now.kind !== 'area' || now.match.remote.name !== match.remote.name || now.match.route !== match.route)
    return false;
  // Each opening takes the registry of its moment.
  if (!match.remote.enabled || portal.registry.renew() !== null) return false;

  document.title = documentTitle(match.route.title);
  const stage = openStage(picture);
  const first = new RunningFirstArea(portal, match.remote.name, stage);
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
      // The picture gets the whole limit again; a tab that is hidden by now is never painted, and has a frame after it.
      stopWaiting();
      stops.push(idleAfter(FIRST_AREA_MS, draw));
      afterPaint(draw);
    });
    watch.observe(first.host, { childList: true, subtree: true });
    const stopWaiting = idleAfter(FIRST_AREA_MS, draw);
    const stops = [
      stopWaiting,
      () => watch.disconnect(),
      // Before the area hears of it: the frame sees the page that is left, as in every navigation.
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
  readonly #name: string;
  readonly #stage: Stage;
  #state: AreaState = { phase: 'resolving' };
  #listener: (state: AreaState) => void = () => undefined;
  #handle: AreaHandle | null = null;
  #isTaken = false;

  constructor(portal: FirstAreaParts, name: string, stage: Stage) {
    this.#portal = portal;
    this.#name = name;
    this.#stage = stage;
    this.pathname = portal.navigation.port.getLocation().pathname;
    this.userId = userOf(portal);
    stage.main.append(this.host);
  }

  mount(onState: (state: AreaState) => void) {
    this.#handle = this.#portal.loader.mountArea(this.#name, this.host, (state) => {
      this.#state = state;
      onState(state);
      this.#listener(state);
    });
  }

  get handle(): AreaHandle {
    if (!this.#handle) throw new Error('The first area is not mounted yet.');
    return this.#handle;
  }

  follow(onState: (state: AreaState) => void) {
    this.#listener = onState;
    onState(this.#state);
  }

  take(name: string, place: HTMLElement): RunningArea | null {
    if (this.#isTaken || name !== this.#name || userOf(this.#portal) !== this.userId) return null;
    if (this.#portal.overrides.pending() !== null || this.#portal.overrides.of(name) !== null) return null;
    this.#isTaken = true;
    moveInto(place, this.host);
    return this;
  }

  end() {
    this.#stage.leave();
    if (this.#isTaken) return;
    this.#isTaken = true;
    // While it draws, React ends no other root.
    queueMicrotask(() => void this.handle.unmount());
  }
}

/** Where the first area stands until the frame is there. */
interface Stage {
  readonly main: HTMLElement;
  /** The area has drawn: the picture's bars in its place are no longer seen. */
  clearBars(): void;
  leave(): void;
}

/** The picture moves out of the root's element, which React empties; it stands where it stood. */
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

/** Whether the root of an area, the child of its host, has drawn anything. */
const hasDrawn = (host: HTMLElement) => (host.firstElementChild?.childElementCount ?? 0) > 0;

const userOf = ({ session }: FirstAreaParts) => session.store.getState().user?.id ?? null;

/** What the address shows, as session and registry stand. */
export function placeNow({ navigation, session, registry, config }: FirstAreaParts) {
  return placeAt(navigation.port.getLocation(), {
    session: session.store.getState(),
    registry: registry.store.getState(),
    config,
  });
}

/** Whether the page begins at the frame's upper edge: no override and no line of warning stands above it. */
export function hasNoBanner({ registry, overrides }: FirstAreaParts): boolean {
  const { stale, refused } = registry.store.getState();
  const { status } = overrides.store.getState();
  return overrides.pending() === null && status === 'none' && !stale && refused.length === 0 && navigator.onLine;
}

/** Does something when what stands in the page now has been painted. */
function afterPaint(act: () => void) {
  requestAnimationFrame(() => void setTimeout(act));
}
