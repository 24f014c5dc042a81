/** The renderer: React, the components and the pages. Starts after the portal's own work, see `main.ts`. */
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
 * Renders the running portal; the area of the first screen before the frame, if available.
 *
 * @param form The page's own form, if there is one: its input continues in the rendered one. Read and replaced in one
 * task, so that no letter is lost.
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
  // Creating it empties its element.
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

/** Renders the reason why the portal cannot start. */
export function drawFailure(container: HTMLElement, error: unknown) {
  createRoot(container).render(<StartFailure error={error} />);
}
