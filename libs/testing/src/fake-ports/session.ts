import type { Profile, SessionPort, SessionSnapshot, UserType } from '@nemus/contract';
import { fakeFactors, type FakeFactors } from './factors';

/** A session that tests can change. */
export interface FakeSession extends SessionPort {
  readonly factors: FakeFactors;
  /** Replaces the snapshot and notifies the listeners. */
  set(snapshot: SessionSnapshot): void;
  /** From now on there is no token: `getAccessToken()` rejects. */
  expire(): void;
  readonly signOuts: () => number;
  readonly reloads: () => number;
  /** How often the deletion of the account was asked for. */
  readonly deletions: () => number;
  /** How often the password was asked for; it is always given. */
  readonly proofs: () => number;
  /** Requested addresses. `invalid@` is refused, `later@` was asked too often. */
  readonly addresses: readonly string[];
  listenerCount(): number;
}

/** Profiles of an account type, with obviously invented names. */
export function fakeProfile(userType: UserType, changes: Partial<Profile> = {}): Profile {
  const institution = userType === 'institution';
  return {
    userId: institution ? '00000000-0000-4000-8000-000000000002' : '00000000-0000-4000-8000-000000000001',
    userType,
    firstName: institution ? 'Iris' : 'Paula',
    lastName: institution ? 'Institut' : 'Probe',
    institutionName: institution ? 'Institut Probe' : null,
    email: institution ? 'iris@nemus.example' : 'paula@nemus.example',
    rights: [],
    ...changes,
  };
}

/** A signed-in session. `null` as the profile: it could not be loaded. */
export function fakeSession(profile: Profile | null = fakeProfile('piw')): FakeSession {
  const account = profile ?? fakeProfile('piw');
  let snapshot: SessionSnapshot = { userId: account.userId, email: account.email, profile };
  let token: string | null = 'fake-access-token';
  let signOuts = 0;
  let reloads = 0;
  let deletions = 0;
  let proofs = 0;
  const addresses: string[] = [];
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getAccessToken: () =>
      token === null ? Promise.reject(new Error('The session has ended.')) : Promise.resolve(token),
    factors: fakeFactors(),
    reloadProfile() {
      reloads += 1;
      return Promise.resolve();
    },
    signOut() {
      signOuts += 1;
      token = null;
      return Promise.resolve();
    },
    deleteAccount() {
      deletions += 1;
      return Promise.resolve(false);
    },
    provePassword() {
      proofs += 1;
      return Promise.resolve(true);
    },
    changeEmail(address) {
      addresses.push(address);
      if (address.startsWith('invalid@')) return Promise.resolve('invalid');
      return Promise.resolve(address.startsWith('later@') ? 'later' : 'sent');
    },
    set(next) {
      snapshot = next;
      for (const listener of listeners) listener();
    },
    expire() {
      token = null;
    },
    signOuts: () => signOuts,
    reloads: () => reloads,
    deletions: () => deletions,
    proofs: () => proofs,
    addresses,
    listenerCount: () => listeners.size,
  };
}
