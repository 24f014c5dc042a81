import type { Desk } from '../sandbox';
import { expireSession } from './checkout';
import { renewSubscription } from './subscriptions';

/** Applies the passage of time: expires sessions, renews or ends subscriptions. True when something changed. */
export function passTime(desk: Desk): boolean {
  const { store } = desk;
  const now = store.clock.now();
  let changed = false;
  for (const session of store.sessions.filter(({ status, expires_at: end }) => status === 'open' && end <= now)) {
    expireSession(desk, session);
    changed = true;
  }
  for (let subscription of store.subscriptions.filter(({ status }) => status === 'active')) {
    while (subscription.status === 'active' && (subscription.items.data[0]?.current_period_end ?? Infinity) <= now) {
      subscription = renewSubscription(desk, subscription);
      changed = true;
    }
  }
  return changed;
}
