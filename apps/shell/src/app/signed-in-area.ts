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

/** How the page of a sign-in is drawn. */
export interface SignedInSteps {
  /** Takes the sign-in page away and draws what areas stand on, at once. */
  readonly drawGround: (first: FirstArea | null) => void;
  /** Draws the frame, at once. Called once. */
  readonly drawFrame: (first: FirstArea | null) => void;
}

/**
 * A copy of the page's first picture of a frame, for later: whoever draws the portal's root empties its element. The
 * picture itself stays until then, or a start would show an empty page in between.
 */
export function copyFirstPicture(page: Document): HTMLElement | null {
  const picture = page.querySelector<HTMLElement>('.first.frame');
  return picture ? page.importNode(picture, true) : null;
}

/**
 * Draws a sign-in whose page has asked for its data: the first picture of a frame in the place of the form, then the
 * area, as soon as its answers have come and the profile says that it may be opened, and then the frame. Until then the
 * processor rests, so that neither the answers nor the page wait for a frame. The frame comes at once where they take
 * longer than {@link SIGNED_IN_AREA_MS}, or the profile leads to anything but the area that the sign-up's account type
 * leads to.
 *
 * @param picture what {@link copyFirstPicture} kept
 * @param catchUp Lets what is drawn be what holds; called once, before this returns.
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

/** Where the sign-in leads to, when that is an area in the frame, for all that is known without the profile. */
function nextAddress(portal: FirstAreaParts): string | null {
  const { user } = portal.session.store.getState();
  const { document: registry } = portal.registry.store.getState();
  if (!user || !registry || placeNow(portal).kind !== 'after-sign-in') return null;
  const { to, role } = nextPage(user, portal.navigation.port.getLocation().state);
  const match = matchRoute(registry, to.pathname, role);
  return match && layoutOf({ kind: 'area', match }, true) === 'shared' ? to.pathname + to.search + to.hash : null;
}

type AreaPlace = Extract<Place, { kind: 'area' }>;

/** The area at the address when profile and data are there; null when it is another place, or they are not in time. */
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
