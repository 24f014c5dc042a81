import { z } from 'zod';
import type { StoredSession } from '../resources';
import type { Desk } from '../sandbox';
import { declineCard, expireSession, payByCard, payLater, settleLater, type Buyer } from './checkout';
import { chargeOfSession, closeDispute, openDispute, openDisputeOf } from './disputes';
import { failRefund } from './refunds';

/** What buyers and their banks do with a session, on its page or by the controls. */
export const actionSchema = z.enum([
  'pay',
  'decline',
  'later',
  'settle',
  'fail',
  'expire',
  'dispute',
  'inquire',
  'win',
  'lose',
  'refund-fails',
]);

/** Does it; what does not fit the session's state changes nothing. */
export function act(
  desk: Desk,
  session: StoredSession,
  action: z.infer<typeof actionSchema>,
  buyer: Buyer | null,
): void {
  if (action === 'pay') payByCard(desk, session, buyer);
  if (action === 'decline') declineCard(desk, session);
  if (action === 'later') payLater(desk, session, buyer);
  if (action === 'settle') settleLater(desk, session, 'succeeded');
  if (action === 'fail') settleLater(desk, session, 'failed');
  if (action === 'expire' && session.status === 'open') expireSession(desk, session);
  const charge = chargeOfSession(desk, session);
  if (!charge) return;
  if (action === 'refund-fails') failRefund(desk, charge);
  if (action === 'dispute' || action === 'inquire') openDispute(desk, charge, action);
  const dispute = openDisputeOf(desk, charge);
  if (dispute && action === 'win') closeDispute(desk, dispute, 'won');
  if (dispute && action === 'lose') closeDispute(desk, dispute, 'lost');
}
