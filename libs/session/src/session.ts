import type { AuthChangeEvent } from '@supabase/auth-js';
import type { BackendSettings, Profile, UserType } from '@nemus/contract';
import { fetchInvitation, fetchWithin, redeemRecoveryCode, type DataClient, type Invitation } from '@nemus/data';
import { checkedAnswer } from './auth-answers';
import type { PortalAuthClient } from './auth-client';
import { deleteAccount } from './account-deletion';
import { createFactors, hasFactor, needsFactor, type Factors } from './factors';
import { lateClient, type LateClient } from './late-client';
import { loadAuthClient } from './load-auth-client';
import { cleanAddress, type MailLink } from './mail-link';
import { openLink, type LinkOutcome } from './open-link';
import { isBlocked, loadProfile, ProfileMissingError } from './profile';
import { checkRegularly } from './session-check';
import { patientRefresh } from './patient-refresh';
import { provePassword } from './prove-password';
import { ask, SessionError, toSessionError } from './session-error';
import { createSessionStore, SIGNED_OUT, toUser, type SessionStore, type SessionUser } from './session-store';
import { clearSignOutMark, isSignedOutOnPurpose, markSignOut } from './sign-out-mark';
import { followStoredSession, forgetStoredSession, readStoredSession } from './stored-session';
import { readValidSession, type HeldSession } from './stored-sign-in';

export interface SessionOptions {
  readonly backend: BackendSettings;
  /** Origin and base path of the portal with a trailing slash; links in e-mails lead below it. */
  readonly siteRoot: string;
  /** Called for what the user does not see: profile errors are silent (S-9.16). */
  readonly onProfileError?: (error: unknown) => void;
  readonly fetch?: typeof fetch;
  /**
   * Called with the token of a new sign-in before everything else, so that requests do not wait for the render. Not
   * called for a session that was stored when the page was opened.
   */
  readonly onToken?: (account: { readonly userId: string; readonly token: string }) => void;
  /**
   * The page's client of tables and functions, with the tokens of this session. Loaded lazily: a sign-in does not need
   * it.
   */
  readonly client: () => Promise<DataClient>;
  /** A client without a session, for invitations that are opened before the sign-in. */
  readonly visitorClient: () => Promise<DataClient>;
}

export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  readonly userType: UserType;
  readonly firstName: string;
  readonly lastName: string;
  readonly institutionName: string | null;
  /** Token of the invitation that led to the sign-up; the page that accepts it comes after the first sign-in. */
  readonly invitationToken?: string | null;
  /** The same for an invitation to act for an institution. */
  readonly membershipToken?: string | null;
}

/** The portal's session. Every function that calls the service rejects with a {@link SessionError}. */
export interface Session {
  readonly store: SessionStore;
  signIn(email: string, password: string): Promise<void>;
  /** Registers an account; the service mails a link that leads to the site root. */
  signUp(form: SignUpForm): Promise<void>;
  /**
   * The invitation behind a link, as the signed-in account or a visitor may see it; null when it is no longer valid.
   * Rejects with a `DataError`.
   */
  findInvitation(token: string): Promise<Invitation | null>;
  /** Sends the confirmation link again. */
  resendConfirmation(email: string): Promise<void>;
  /** Mails a link to `/reset-password`. Never reveals whether the address is known. */
  sendReset(email: string): Promise<void>;
  /**
   * Carries out the purpose of a mail's link, after the user confirmed it. Replaces the current session.
   *
   * @param leaving The account that the user agreed to sign out here; null when none was signed in. Nothing happens if
   * another one is signed in by now ({@link OTHER_ACCOUNT}).
   */
  openLink(link: MailLink, leaving: string | null): Promise<LinkOutcome>;
  /**
   * Sets a new password and ends the account's other sessions.
   *
   * @param current The current password, required unless a mail's link opened the session.
   */
  updatePassword(password: string, current: string | null): Promise<void>;
  readonly factors: Factors;
  /**
   * Uses a recovery code instead of the second factor, which it removes; the session goes on. Rejects with a
   * `DataError`.
   */
  useRecoveryCode(code: string): Promise<void>;
  /**
   * Deletes the account for good, after checking its password, and ends the session here. Rejects with a {@link
   * SessionError} for password and code, with a `DataError` otherwise.
   *
   * @param code of the second factor, if the account has one
   */
  deleteAccount(password: string, code?: string): Promise<void>;
  /**
   * Signs in again with the password, so that the session has just proved it. Rejects with a {@link SessionError}.
   */
  provePassword(password: string): Promise<void>;
  /** Requests another e-mail address; see `SessionPort.changeEmail`. */
  changeEmail(address: string): Promise<'sent' | 'invalid' | 'later'>;
  /** Ends the session in this browser, in all its tabs; works without a connection. */
  signOut(): Promise<void>;
  /**
   * A valid token, refreshed when it is about to expire.
   *
   * @param refused A token that the service refused: it is replaced, even if it looks valid here. If the session cannot
   * be renewed, it has ended.
   */
  getAccessToken(refused?: string): Promise<string>;
  /**
   * Loads the profile again. The old one stays visible meanwhile, and if the new one cannot be read; this also detects
   * a blocked account.
   */
  reloadProfile(): Promise<void>;
  /** Loads the auth client, which renews the session, once the page is there. */
  prepareClient(): void;
  /** Stops timers, channels and listeners. */
  dispose(): Promise<void>;
}

/** Opens the portal's session: reads the stored one, and follows its changes. */
export function createSession(options: SessionOptions): Session {
  cleanAddress();
  const store = createSessionStore();
  const patient = patientRefresh(options.fetch ?? ((input, init) => fetch(input, init)));
  const onSilence = () => {
    if (store.getState().status === 'loading') store.setState({ unreachable: true });
  };
  const send = noticeSilence(patient, onSilence);
  const auth = lateClient(options.backend, send, { follow, onSilence });
  const factors = createFactors(auth.client);

  /** Checks the password; for an account with a second factor in a separate session, since this one has proved it. */
  async function prove(password: string, work?: Parameters<typeof provePassword>[2]): Promise<void> {
    const { user, hasFactor: guarded } = store.getState();
    const credentials = { email: user?.email ?? '', password };
    if (!guarded) return run((client) => client.signInWithPassword(credentials));
    const { createProofClient } = await loadAuthClient();
    return provePassword(createProofClient(options.backend, send), credentials, work);
  }

  async function run(request: (client: PortalAuthClient) => Promise<{ error: unknown }>): Promise<void> {
    const client = await auth.client();
    await ask(() => request(client));
  }

  /** Several requests that are refused together share one new token. */
  let renewal: Promise<HeldSession> | null = null;

  async function getAccessToken(refused?: string): Promise<string> {
    const { session, error } = await auth.getSession();
    if (error) throw toSessionError(error);
    if (!session) throw new SessionError('session_ended', 401, null);
    if (session.access_token !== refused) return ownToken(session);
    renewal ??= renew().finally(() => (renewal = null));
    return ownToken(await renewal);
  }

  /**
   * The token of a session, for the account of this page. Another tab may have signed in another account while this
   * page was asleep: what is written here is never sent as the other account.
   */
  function ownToken({ access_token: token, user }: HeldSession): string {
    const { status, user: here } = store.getState();
    if (here === null || here.id === user.id) return token;
    // Tells the user why nothing works.
    if (status === 'signed-in') store.setState({ ended: true });
    throw new SessionError('session_ended', 401, null);
  }

  /**
   * A fresh token instead of one that the backend refused. The auth client keeps a session whose token has not expired
   * by this browser's clock, even when it cannot be renewed; a session refused twice has ended.
   */
  async function renew(): Promise<HeldSession> {
    const client = await auth.client();
    const { data: found, error } = await client.refreshSession();
    if (found.session) return found.session;
    const reason = error ? toSessionError(error) : new SessionError('session_ended', 401, null);
    if (isRefusal(reason)) await client.signOut({ scope: 'local' });
    else client.forgetFailureSoon();
    throw reason;
  }

  async function refreshProfile(user: SessionUser): Promise<void> {
    const isCurrent = () => store.getState().user?.id === user.id;
    store.setState({ profileStatus: 'loading' });
    try {
      const profile = await loadProfile(await options.client(), user);
      if (isCurrent()) store.setState({ profile, profileStatus: 'ready' });
    } catch (error) {
      if (!isCurrent()) return;
      if (isBlocked(error)) {
        store.setState({ profileStatus: 'blocked' });
        return;
      }
      options.onProfileError?.(error);
      const known: Profile | null = store.getState().profile;
      const status = error instanceof ProfileMissingError ? 'missing' : 'failed';
      store.setState({ profileStatus: known ? 'ready' : status });
    }
  }

  function enter(session: HeldSession): void {
    const user = toUser(session.user);
    const before = store.getState();
    const isKnown = before.user?.id === user.id;
    const guarded = hasFactor(session);
    // Other tabs announce their session as well, and one may have signed out since: its mark stays.
    if (before.status !== 'signed-in' || before.ended || !isKnown) clearSignOutMark();
    if (needsFactor(session)) {
      // Input on an open page stays, below the dialog for the factor.
      if (before.status === 'signed-in' && isKnown) store.setState({ ended: true, lacksFactor: true, hasFactor: true });
      else
        store.setState({
          ...SIGNED_OUT,
          status: 'factor-needed',
          user,
          hasFactor: true,
          recovery: isKnown && before.recovery,
        });
      return;
    }
    if (before.status === 'signed-in' && before.user?.id === user.id) {
      store.setState({
        ended: false,
        lacksFactor: false,
        hasFactor: guarded,
        user: sameUser(before.user, user) ? before.user : user,
      });
      // An account whose session could be opened or renewed is allowed in again.
      if (before.profileStatus === 'blocked') void refreshProfile(user);
      return;
    }
    // A recovery link's session that has proved its factor sets the new password now.
    const recovery = before.status === 'factor-needed' && isKnown && before.recovery;
    if (before.status !== 'loading') options.onToken?.({ userId: user.id, token: session.access_token });
    store.setState({ ...SIGNED_OUT, status: 'signed-in', user, hasFactor: guarded, recovery });
    void refreshProfile(user);
  }

  function leave(): void {
    if (store.getState().status !== 'signed-out') store.setState(SIGNED_OUT);
  }

  /** The session has ended. Without a sign-out the page stays, and with it the user's input. */
  function lose(): void {
    if (store.getState().status !== 'signed-in' || isSignedOutOnPurpose()) leave();
    else store.setState({ ended: true });
  }

  function follow(event: AuthChangeEvent, session: HeldSession | null): void {
    switch (event) {
      case 'INITIAL_SESSION':
        if (session) enter(session);
        else if (readStoredSession() === 'present') store.setState({ unreachable: true });
        else lose();
        return;
      case 'SIGNED_IN':
      case 'TOKEN_REFRESHED':
      case 'MFA_CHALLENGE_VERIFIED':
        // Another tab's message can arrive after the sign-out that followed it.
        if (session && readStoredSession() !== 'absent') enter(session);
        return;
      case 'USER_UPDATED':
        // The new password was set, in this tab or in another one.
        store.setState({ recovery: false });
        if (session) enter(session);
        return;
      case 'PASSWORD_RECOVERY':
        if (session) enter(session);
        store.setState({ recovery: true });
        return;
      case 'SIGNED_OUT':
        lose();
        return;
    }
  }
  auth.begin();

  const stopFollowing = followStoredSession({
    onGone: () => {
      if (['signed-in', 'factor-needed'].includes(store.getState().status)) lose();
    },
    onStored: () => {
      const { ended, status } = store.getState();
      if (ended || status === 'factor-needed') void resume();
    },
  });

  /** Checks whether the session is valid; it may have been ended on another device. */
  async function checkSession(): Promise<void> {
    const { status, ended } = store.getState();
    if (status !== 'signed-in' || ended) return;
    try {
      const token = (await auth.getSession()).session?.access_token;
      if (token === undefined) return;
      const { error } = await (await auth.client()).getUser(token);
      // Only a renewal proves the end: a token may be refused for other reasons.
      if (error && isRefusal(toSessionError(error))) await getAccessToken(token);
    } catch {
      // A missing answer signs no user out; the client's event reports an end.
    }
  }
  const stopChecking = checkRegularly(checkSession);

  /** Another tab has signed in again: this one continues too. */
  async function resume(): Promise<void> {
    const { session } = await auth.getSession();
    if (session && session.user.id === store.getState().user?.id) enter(session);
  }

  return {
    store,
    getAccessToken,
    signIn: (email, password) => run((client) => client.signInWithPassword({ email, password })),
    signUp: (form) =>
      run((client) =>
        client.signUp({
          email: form.email,
          password: form.password,
          options: { emailRedirectTo: options.siteRoot, data: toMetadata(form) },
        }),
      ),
    findInvitation: async (token) => {
      const isSignedIn = store.getState().status === 'signed-in';
      return fetchInvitation(await (isSignedIn ? options.client : options.visitorClient)(), token);
    },
    resendConfirmation: (email) =>
      run((client) => client.resend({ type: 'signup', email, options: { emailRedirectTo: options.siteRoot } })),
    sendReset: (email) =>
      run((client) => client.resetPasswordForEmail(email, { redirectTo: `${options.siteRoot}reset-password` })),
    openLink: async (link, leaving) => openLink(await auth.client(), store, link, leaving),
    updatePassword: async (password, current) => {
      // A fresh sign-in proves the password on every project; projects that require it with the change get it there
      // too.
      if (current !== null) await prove(current);
      await run((client) => client.updateUser({ password, ...(current !== null && { current_password: current }) }));
      // A current service has already ended the other sessions; do not wait for this.
      (await auth.client()).signOut({ scope: 'others' }).catch(() => undefined);
    },
    factors,
    useRecoveryCode: async (code) => {
      await redeemRecoveryCode(await options.client(), code);
      await run((client) => client.refreshSession());
    },
    deleteAccount: async (password, code) => {
      const client = await options.client();
      if (code === undefined || !store.getState().hasFactor) {
        await prove(password);
        await deleteAccount(client);
      } else {
        // One session gives the database both: the current one proved its password at the sign-in, maybe long ago.
        await prove(password, async (proof) => {
          await createFactors(async () => proof).give(code);
          await deleteAccount(client, (await proof.getSession()).data.session?.access_token);
        });
      }
      await endSession(auth, leave);
    },
    provePassword: async (password) => {
      const { session: before } = await auth.getSession();
      await prove(password);
      // The earlier session of this browser is no longer used.
      if (!before) return;
      const { admin } = await auth.client();
      admin.signOut(before.access_token, 'local').catch(() => undefined);
    },
    changeEmail: async (address) => {
      try {
        await run((client) => client.updateUser({ email: address }));
      } catch (error) {
        const code = error instanceof SessionError ? error.code : '';
        // Whether another account has the address is not for this one to know: no mail arrives.
        if (code === 'email_exists') return 'sent';
        if (code === 'email_address_invalid' || code === 'validation_failed') return 'invalid';
        if (code.startsWith('over_')) return 'later';
        throw error;
      }
      return 'sent';
    },
    signOut: () => endSession(auth, leave),
    reloadProfile: async () => {
      const { user } = store.getState();
      if (user) await refreshProfile(user);
    },
    prepareClient: () => {
      // Whatever needs it loads it again.
      auth.client().catch(() => undefined);
    },
    dispose: async () => {
      stopChecking();
      stopFollowing();
      await auth.dispose();
    },
  };
}

/**
 * Signs out this browser alone (`local`): the account's other devices keep their sessions. The stored session is
 * removed first, so a silent server cannot keep an account signed in on a shared machine.
 */
async function endSession(auth: LateClient, leave: () => void): Promise<void> {
  markSignOut();
  const client = auth.loaded();
  if (client === null) {
    // What was requested before the sign-out takes its token first.
    await new Promise((resolve) => setTimeout(resolve));
    const session = readValidSession();
    forgetStoredSession();
    leave();
    // The service hears of it when the code has loaded.
    if (session) {
      const ended = auth.client().then(({ admin }) => admin.signOut(session.access_token, 'local'));
      ended.catch(() => undefined);
    }
    return;
  }
  try {
    await client.signOut({ scope: 'local' });
  } finally {
    // The server may answer after the next sign-in.
    if (isSignedOutOnPurpose()) leave();
  }
}

/** Timeout of the service, in milliseconds. The service itself gives a request up after ten seconds. */
const AUTH_LIMIT = 15_000;

/**
 * Aborts requests without an answer in time, and calls `onSilence` when no usable answer arrives. The auth client
 * itself waits for ever, and repeats a failed refresh for half a minute before it reports it; users should know
 * earlier.
 */
function noticeSilence(send: typeof fetch, onSilence: () => void): typeof fetch {
  return async (input, init) => {
    try {
      const answer = await checkedAnswer(input, await fetchWithin(AUTH_LIMIT, send, input, init));
      if (answer.status >= 500) onSilence();
      return answer;
    } catch (error) {
      onSilence();
      throw error;
    }
  };
}

/** The service has answered, and refused: a retry changes nothing. */
function isRefusal({ status }: SessionError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function toMetadata(form: SignUpForm) {
  return {
    user_type: form.userType,
    first_name: form.firstName,
    last_name: form.lastName,
    institution_name: form.institutionName,
    ...(form.invitationToken && { invitation_token: form.invitationToken }),
    ...(form.membershipToken && { membership_token: form.membershipToken }),
  };
}

function sameUser(a: SessionUser, b: SessionUser): boolean {
  return a.email === b.email && JSON.stringify(a.metadata) === JSON.stringify(b.metadata);
}
