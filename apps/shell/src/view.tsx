/** The renderer: React, the components and the pages. Starts after the portal's own work, see `main.ts`. */
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createFirstForm, FirstFormProvider } from './first-form/first-form';
import type { PageForm } from './first-form/page-form';
import type { Portal } from './portal/portal';
import { StartFailure } from './app/StartFailure';

/**
 * Renders the running portal.
 *
 * @param form The page's own form, if there is one: its input continues in the rendered one. Read and replaced in one
 * task, so that no letter is lost.
 */
export function drawPortal(container: HTMLElement, portal: Portal, form: PageForm | null) {
  const typed = form?.read() ?? null;
  const root = createRoot(container);
  const draw = () =>
    root.render(
      <StrictMode>
        <FirstFormProvider value={createFirstForm(typed)}>
          <App portal={portal} />
        </FirstFormProvider>
      </StrictMode>,
    );
  if (form) flushSync(draw);
  else draw();
}

/** Renders the reason why the portal cannot start. */
export function drawFailure(container: HTMLElement, error: unknown) {
  createRoot(container).render(<StartFailure error={error} />);
}
