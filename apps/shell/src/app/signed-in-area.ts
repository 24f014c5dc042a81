import { matchRoute } from '@nemus/registry';
import { idleAfter } from '@nemus/start/idle';
import { SIGNED_IN_AREA_MS } from '@nemus/start/limits';
import { focusHeading } from '../frame/usePageFocus';
import type { FirstArea } from '../portal/first-area-context';
import type { Place } from '../routing/guard';
import { nextPage } from '../routing/next-page';
import { drawFirstArea, placeNow, hasNoBanner, type FirstAreaParts } from './first-area';
import { layoutOf } from './layout';
import type { Portal } from '../portal/portal';

type SignedInParts = FirstAreaParts & Pick<Portal, 'readsAnswered'>;

/** How the page after a sign-in is rendered. */
export interface SignedInSteps {
  /** Replaces the sign-in page by the base styles for areas, at once. */
  readonly drawGround: (first: FirstArea | null) => void;
  /** Renders the frame at once. Called once. */
  readonly drawFrame: (first: FirstArea | null) => void;
}

/**
 * A copy of the page's first picture of a frame, for later: rendering the portal's root empties its element. The
 * picture itself stays until then; otherwise a start would show an empty page in between.
 */
export function copyFirstPicture(page: Document): HTMLElement | null {
  const picture = page.querySelector<HTMLElement>('.first.frame');
  return picture ? page.importNode(picture, true) : null;
}

/**
 * Renders the page after a sign-in, once it has requested its data: the first picture of a frame instead of the form,
 * then the area, as soon as its answers have arrived and the profile allows it, and then the frame. Nothing else is
 * rendered until then, so that neither the answers nor the page wait for a frame. The frame is rendered at once after
 * {@link SIGNED_IN_AREA_MS}, or when the profile leads anywhere but to the area of the sign-up's account type.
 *
 * @param picture the result of {@link copyFirstPicture}
 * @param catchUp Updates the rendered state to the current one; called once, before this returns.
 */
export function drawSignedIn(
  portal: SignedInParts,
  picture: HTMLElement | null,
  { drawGround, drawFrame }: SignedInSteps,
  catchUp: () => void,
): void {
  const to = nextAddress(portal);
  if (!picture || to === null || document.visibilityState !== 'visible' || !hasNoBanner(portal)) {
    catchUp();
    return;
  }
  drawGround(null);
  document.documentElement.dataset.start = 'frame';
  const shown = document.importNode(picture, true);
  document.body.prepend(shown);
  catchUp();
  portal.navigation.redirect(to);
  void areaInTime(portal)
    .then((place) => {
      const area = place && { place, isReady: Promise.resolve(true) };
      return drawFirstArea(portal, { area: () => area }, { drawGround, drawFrame });
    })
    .then((isDrawn) => {
      if (!isDrawn) {
        shown.remove();
        drawFrame(null);
      }
      const main = document.querySelector('main');
      if (main) focusHeading(main);
    });
}

/** The place after the sign-in, if it is an area in the frame, as far as known without the profile. */
function nextAddress(portal: FirstAreaParts): string | null {
  const { user } = portal.session.store.getState();
  const { document: registry } = portal.registry.store.getState();
  if (!user || !registry || placeNow(portal).kind !== 'after-sign-in') return null;
  const { to, role } = nextPage(user, portal.navigation.port.getLocation().state);
  const match = matchRoute(registry, to.pathname, role);
  return match && layoutOf({ kind: 'area', match }, true) === 'shared' ? to.pathname + to.search + to.hash : null;
}

type AreaPlace = Extract<Place, { kind: 'area' }>;

/** The area of the address once profile and data have arrived; null for another place, or on timeout. */
function areaInTime(portal: SignedInParts): Promise<AreaPlace | null> {
  return new Promise((resolve) => {
    let isAnswered = false;
    const end = (place: AreaPlace | null) => {
      for (const stop of stops) stop();
      resolve(place);
    };
    const look = () => {
      const place = placeNow(portal);
      if (place.kind === 'waiting' || (place.kind === 'area' && !isAnswered)) return;
      end(place.kind === 'area' ? place : null);
    };
    const stops = [
      idleAfter(SIGNED_IN_AREA_MS, () => end(null)),
      portal.session.store.subscribe(look),
      portal.registry.store.subscribe(look),
      portal.navigation.port.subscribe(look),
    ];
    void portal.readsAnswered().then(() => {
      isAnswered = true;
      look();
    });
  });
}
