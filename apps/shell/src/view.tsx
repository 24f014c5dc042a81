/** Everything that draws: React, the components and the pages. Starts after the portal's own work, see `main.ts`. */
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app/App';
import { drawFirstArea } from './app/first-area';
import { drawSignedIn, copyFirstPicture } from './app/signed-in-area';
import { FirstAreaProvider, type FirstArea } from './portal/first-area-context';
import { createFirstForm, FirstFormProvider } from './first-form/first-form';
import type { PageForm } from './first-form/page-form';
import type { TypedSignIn } from './first-form/typed-sign-in';
import type { Portal } from './portal/portal';
import type { FirstScreen } from './setup/first-screen';
import { StartFailure } from './app/StartFailure';

/**
 * Draws the running portal; the area of the first screen ahead of the frame, when that can be had.
 *
 * @param form The page's own form, where one stands: what was typed in it goes on in the one that is drawn. Read and
 *   replaced in one task, so that no letter falls between.
 */
export async function drawPortal(
  container: HTMLElement,
  portal: Portal,
  { form = null, screen }: { readonly form?: PageForm | null; readonly screen: FirstScreen },
): Promise<void> {
  const app = (typed: TypedSignIn | null, first: FirstArea | null = null, isGround = false) => (
    <StrictMode>
      <FirstFormProvider value={createFirstForm(typed)}>
        <FirstAreaProvider value={first}>
          <App portal={portal} isGround={isGround} />
        </FirstAreaProvider>
      </FirstFormProvider>
    </StrictMode>
  );
  let made: Root | null = null;
  // Whoever makes it empties its element.
  const root = () => (made ??= createRoot(container));
  const steps = {
    drawGround: (first: FirstArea | null) => flushSync(() => root().render(app(null, first, true))),
    drawFrame: (first: FirstArea | null) => flushSync(() => root().render(app(null, first))),
  };
  if (!form && (await drawFirstArea(portal, screen, steps))) return;
  const picture = copyFirstPicture(document);
  portal.drawnSession.drawSignInBy((catchUp) => drawSignedIn(portal, picture, steps, catchUp));
  if (form) flushSync(() => root().render(app(form.read())));
  else root().render(app(null));
}

/** Explains why there is none. */
export function drawFailure(container: HTMLElement, error: unknown) {
  createRoot(container).render(<StartFailure error={error} />);
}
