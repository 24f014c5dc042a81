import type { SessionStore } from '@nemus/session';
import type { PageForm } from './page-form';

/** The rendered session, a moment behind the session itself. */
interface Drawn {
  readonly store: SessionStore;
  /** Resolves when the rendered state is current. */
  caughtUp(): Promise<void>;
}

/** Resolves when the rendered sign-in page may replace the page's form. Never rejects. */
export async function untilReplaceable(form: Pick<PageForm, 'settled'>, session: Drawn): Promise<void> {
  // Earlier, a spinner would replace it.
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
  // A pending sign-in is rendered at once, not after the form.
  await session.caughtUp();
  await form.settled();
}
