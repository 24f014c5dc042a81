import { openStorage } from '../browser/storage';
import { invitationPath, pendingInvitation, readInvitationToken, settleInvitation } from './invitation-address';

const TOKEN = 'b2'.repeat(32);
/** Blocked storage is in memory only. */
const store = () =>
  openStorage(() => {
    throw new Error('blocked');
  });

it('reads the token that it writes', () => {
  expect(readInvitationToken(new URL(invitationPath(TOKEN), 'https://portal.example').search)).toBe(TOKEN);
});

it.each([undefined, {}, { invitation_token: 7 }, { invitation_token: '//evil.example' }, { invitation_token: 'B2' }])(
  'finds no invitation in the metadata %j',
  (metadata) => expect(pendingInvitation(metadata, store())).toBeNull(),
);

it('shows the invitation of a sign-up until it is settled', () => {
  const kept = store();
  expect(pendingInvitation({ invitation_token: TOKEN }, kept)).toBe(TOKEN);
  settleInvitation('c3'.repeat(32), kept);
  expect(pendingInvitation({ invitation_token: TOKEN }, kept)).toBe(TOKEN);
  settleInvitation(TOKEN, kept);
  expect(pendingInvitation({ invitation_token: TOKEN }, kept)).toBeNull();
});
