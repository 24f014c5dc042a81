import { lateComponent } from '@nemus/contract/react';
import { FullPageSpinner, prepareParts } from '@nemus/ui';
import { loadAuth } from './load-auth';

/** The sign-in page, whose code loads with a visitor's first page. */
export const LateAuthPage = lateComponent(async () => {
  // With the parts: the page replaces the first picture whole.
  const [{ AuthPage }] = await Promise.all([loadAuth(), prepareParts()]);
  return { default: AuthPage };
}, FullPageSpinner);

/** The dialog above a page whose session has ended. Its code loads when the page is idle. */
export const LateSignInAgain = lateComponent(
  () => loadAuth().then(({ SignInAgainDialog }) => ({ default: SignInAgainDialog })),
  () => null,
);
