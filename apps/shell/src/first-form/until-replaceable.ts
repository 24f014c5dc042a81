import type { SessionStore } from '@nemus/session';
import type { PageForm } from './page-form';

/** The session as it is drawn, a moment behind the session itself. */
interface Drawn {
  readonly store: SessionStore;
  /** Resolves when what is drawn is what holds. */
  caughtUp(): Promise<void>;
}

/** Resolves when the drawn sign-in page may take the place of the page's form. Never rejects. */
export async function untilReplaceable(form: PageForm, session: Drawn): Promise<void> {
  // Before that, a spinner would be drawn in its place.
  await new Promise<void>((resolve) => {
    if (session.store.getState().status !== 'loading') {
      resolve();
      return;
    }
    const stop = session.store.subscribe(({ status }) => {
      if (status === 'loading') return;
      stop();
      resolve();
    });
  });
  // A sign-in that is drawn in a moment is drawn at once, not behind the form.
  await session.caughtUp();
  await form.settled();
}
