import { ask, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { hints, race, won, type Racer } from '../scenes/races';
import { text } from '../scenes/rows';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

/** Concurrent answers to invitations. */
export function invitationRaceCases(database: () => TestDatabase): void {
  it('accepts an invitation once, however often it is accepted at the same moment', async () => {
    const email = freshAddress();
    const [institution, piw] = [await signUpInstitution(database()), await signUp(database(), { email })];
    const { token } = await invite(database(), institution, email);
    const accept = { caller: signedIn(piw), statement: ACCEPT_INVITATION, parameters: [token] };
    expect(won(await race(database(), [accept, accept, accept, accept]))).toHaveLength(4);
    expect(
      await database().query(
        `select count(*)::int as links from nemus_trainees where user_id = $1::text::uuid
         union all select count(*)::int from nemus_invitations where email = $2 and accepted_at is not null`,
        [piw, email],
      ),
    ).toEqual([{ links: 1 }, { links: 1 }]);
  });

  it.each([
    ['is revoked', 'nemus_revoke_invitation', 'institution'],
    ['is declined', 'nemus_decline_invitation', 'piw'],
    ['is sent again', 'nemus_resend_invitation', 'institution'],
  ] as const)(
    'an invitation that %s while it is accepted ends one way, and the list agrees',
    async (_how, end, side) => {
      for (let round = 0; round < 8; round += 1) {
        const email = freshAddress();
        const [institution, piw] = [await signUpInstitution(database()), await signUp(database(), { email })];
        const { token, trainee } = await invite(database(), institution, email);
        await database().query(`update private.nemus_sent_invitations set created_at = now() - interval '1 hour'`);
        const finishes = await race(database(), [
          { caller: signedIn(piw), statement: ACCEPT_INVITATION, parameters: [token] },
          side === 'piw'
            ? { caller: signedIn(piw), statement: `select ${end}($1)`, parameters: [token] }
            : { caller: signedIn(institution), statement: `select ${end}($1::text::uuid)`, parameters: [trainee] },
        ]);
        expect(won(finishes)).toHaveLength(1);
        const [accepted] = finishes;
        const access = text(
          await ask(database(), signedIn(institution), 'select access from nemus_trainee_list'),
          'access',
        );
        const other = {
          nemus_revoke_invitation: 'revoked',
          nemus_decline_invitation: 'declined',
          nemus_resend_invitation: 'pending',
        };
        expect(access).toBe(accepted && 'rows' in accepted ? 'linked' : other[end]);
        for (const hint of hints(finishes)) expect(['invitation_invalid', 'trainee_linked']).toContain(hint);
      }
    },
  );

  it('never sends beyond a limit, for concurrent invitations of any account', async () => {
    const email = freshAddress();
    await database().query(
      `insert into private.nemus_settings (key, value) values ('invitation_limits', '{"recipient": 3}')
       on conflict (key) do update set value = excluded.value`,
    );
    const racers: Racer[] = [];
    for (let n = 0; n < 10; n += 1) {
      const institution = await signUpInstitution(database(), `Praxis ${n}`);
      const statement = `select nemus_invite_trainee('Nora', 'Beck', $1)`;
      racers.push({ caller: signedIn(institution), statement, parameters: [email] });
    }
    const finishes = await race(database(), racers);
    expect(won(finishes)).toHaveLength(3);
    expect(hints(finishes)).toEqual(new Set(['invitation_limit_recipient']));
  });
}
