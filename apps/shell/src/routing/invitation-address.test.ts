import { openStorage } from '@nemus/host/browser/storage';
import { SETTLED_KEYS } from '@nemus/area/link-token';
import { invitationPath, pendingInvitation, readInvitationToken } from './invitation-address';

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
  kept.setItem(SETTLED_KEYS.invitation, 'c3'.repeat(32));
  expect(pendingInvitation({ invitation_token: TOKEN }, kept)).toBe(TOKEN);
  kept.setItem(SETTLED_KEYS.invitation, TOKEN);
  expect(pendingInvitation({ invitation_token: TOKEN }, kept)).toBeNull();
});
