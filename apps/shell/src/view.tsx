/** The renderer: React, the components and the pages. Starts after the portal's own work, see `main.ts`. */
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createFirstForm, FirstFormProvider } from './first-form/first-form';
import { KeptFields } from './first-form/kept-fields';
import type { PageForm } from './first-form/page-form';
import { LateAuthPage } from './pages/auth/late-auth';
import type { Portal } from './portal/portal';

/** Makes the sign-in page render at once. */
export const prepareAuth = () => LateAuthPage.prepare();

export { followWorkerSwitch } from './setup/follow-worker-switch';

/**
 * Renders the running portal.
 *
 * @param form The page's own form, if there is one: its fields and their input continue in the rendered one. Read and
 * replaced in one task, so that no letter is lost.
 * @returns removes it
 */
export function drawPortal(container: HTMLElement, portal: Portal, form: PageForm | null): () => void {
  const typed = form?.read() ?? null;
  const kept = form && new KeptFields(form.fields);
  const root = createRoot(container);
  const draw = () =>
    root.render(
      <StrictMode>
        <FirstFormProvider value={createFirstForm(typed, kept)}>
          <App portal={portal} />
        </FirstFormProvider>
      </StrictMode>,
    );
  if (kept) kept.during(document, () => flushSync(draw));
  else draw();
  return () => root.unmount();
}

/** Renders the reason why the portal cannot start; the page's head reports it when the code for that is lost as well. */
export async function drawFailure(container: HTMLElement, error: unknown) {
  const { StartFailure } = await import(/* webpackChunkName: "device" */ './app/StartFailure');
  createRoot(container).render(<StartFailure error={error} />);
}
