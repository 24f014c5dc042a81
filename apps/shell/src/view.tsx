/** Everything that draws: React, the components and the pages. Starts after the portal's own work, see `main.ts`. */
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createFirstForm, FirstFormProvider } from './first-form/first-form';
import type { PageForm } from './first-form/page-form';
import type { TypedSignIn } from './first-form/typed-sign-in';
import type { Portal } from './portal/portal';
import { StartFailure } from './app/StartFailure';

/**
 * Draws the running portal.
 *
 * @param form The page's own form, where one stands: what was typed in it goes on in the one that is drawn. Read and
 *   replaced in one task, so that no letter falls between.
 */
export function drawPortal(container: HTMLElement, portal: Portal, form: PageForm | null = null) {
  const root = createRoot(container);
  const app = (typed: TypedSignIn | null) => (
    <StrictMode>
      <FirstFormProvider value={createFirstForm(typed)}>
        <App portal={portal} />
      </FirstFormProvider>
    </StrictMode>
  );
  if (form) flushSync(() => root.render(app(form.read())));
  else root.render(app(null));
}

/** Explains why there is none. */
export function drawFailure(container: HTMLElement, error: unknown) {
  createRoot(container).render(<StartFailure error={error} />);
}
