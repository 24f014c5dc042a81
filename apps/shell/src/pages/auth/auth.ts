/** What the sign-in renders, as one chunk. */
export { AuthPage } from './AuthPage';
export { SignInAgainDialog } from '../../session-ended/SignInAgainDialog';
