/** What the sign-in renders, as one chunk. */
export { AuthPage } from './AuthPage';
export { SignInAgainDialog } from './SignInAgainDialog';
