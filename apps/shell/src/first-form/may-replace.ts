import type { SessionStore } from '@nemus/session';
import type { PageForm } from './page-form';

/** Resolves when the drawn sign-in page may take the place of the page's form. Never rejects. */
export async function mayReplace(form: PageForm, session: SessionStore): Promise<void> {
  // Before that, a spinner would be drawn in its place.
  await new Promise<void>((resolve) => {
    if (session.getState().status !== 'loading') {
      resolve();
      return;
    }
    const stop = session.subscribe(({ status }) => {
      if (status === 'loading') return;
      stop();
      resolve();
    });
  });
  await form.settled();
}
