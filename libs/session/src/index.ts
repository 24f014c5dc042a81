/** The portal's only session: authentication, profile, and the port through which areas see them. Shell only. */
export { createSession, type Session, type SessionOptions, type SignUpForm } from './session';
export { OTHER_ACCOUNT, type LinkOutcome } from './open-link';
export { readMailLink, type MailLink } from './mail-link';
export { createSessionPort } from './session-port';
export { readStoredSignIn } from './stored-sign-in';
export { SessionError } from './session-error';
export type { ProfileStatus, SessionState, SessionStore, SessionUser } from './session-store';
