import { lateComponent } from '@nemus/contract/react';
import { FullPageSpinner } from '@nemus/ui';
import { loadAuth } from './load-auth';

/** The sign-in page, whose code loads with a visitor's first page. */
export const LateAuthPage = lateComponent(
  () => loadAuth().then(({ AuthPage }) => ({ default: AuthPage })),
  FullPageSpinner,
);

/** The dialog above a page whose session has ended. Its code loads when the page is idle. */
export const LateSignInAgain = lateComponent(
  () => loadAuth().then(({ SignInAgainDialog }) => ({ default: SignInAgainDialog })),
  () => null,
);
