import type { KeptRead, Profile } from '@nemus/contract';
import type { SessionState, SessionStore } from '@nemus/session';
import type { DeviceBox } from './device-box';
import { writeReads } from './device-copy';

/**
 * Stores marked reads of an account, once its profile is known. Nothing is stored of an account that has left, was
 * blocked, or sees something else by now. Rejects where the browser stores nothing: a full disk, a private window.
 */
export async function storeReads(
  session: SessionStore,
  userId: string | undefined,
  shape: string,
  reads: readonly KeptRead[],
  box?: DeviceBox,
): Promise<void> {
  const profile = await profileOf(session, userId);
  if (!profile) return;
  const sight = JSON.stringify(profile);
  const isAllowed = () => {
    const now = session.getState();
    return isIn(now, userId) && JSON.stringify(now.profile) === sight;
  };
  const marked = reads.flatMap(({ offlinePage, ...read }) => (offlinePage ? [{ ...read, shape, offlinePage }] : []));
  await writeReads(profile, marked, isAllowed, box);
}

/** Reads may be faster than the profile. Null when there is none, or the account is not signed in any more. */
function profileOf(session: SessionStore, userId: string | undefined): Promise<Profile | null> {
  return new Promise((resolve) => {
    const look = (state: SessionState) => {
      const isOver = !isIn(state, userId);
      if (!isOver && !state.profile && ['idle', 'loading'].includes(state.profileStatus)) return;
      stop();
      resolve(isOver ? null : state.profile);
    };
    const stop = session.subscribe(look);
    look(session.getState());
  });
}

/** Whether an account is signed in, as far as known. */
const isIn = ({ status, user, ended, profileStatus }: SessionState, userId: string | undefined): boolean =>
  status === 'signed-in' && user?.id === userId && !ended && profileStatus !== 'blocked';
