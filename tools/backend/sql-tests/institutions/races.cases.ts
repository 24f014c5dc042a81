import { ask, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { WITHDRAW_REQUEST } from '../scenes/budgets';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addMember, inviteMember } from '../scenes/members';
import { hints, race, won } from '../scenes/races';
import { one, text } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';

const ADMINISTRATORS = `select count(*)::int as n from nemus_members
  where institution_id = $1::text::uuid and 'administration' = any (roles)`;

/** Concurrent changes by members. */
export function memberRaceCases(database: () => TestDatabase): void {
  const administrators = async (institution: string) => one(await database().query(ADMINISTRATORS, [institution])).n;

  it('keeps an administrator when the last two remove each other, leave, or step down at the same moment', async () => {
    for (const [statement, second] of [
      ['select nemus_remove_member($1::text::uuid)', 'other'],
      ['select nemus_leave_membership($2::text::uuid) where $1 <> $3', 'own'],
      [`select nemus_change_member($1::text::uuid, '{reading}')`, 'own'],
      [`select nemus_change_member($1::text::uuid, '{reading}')`, 'other'],
    ] as const) {
      for (let round = 0; round < 4; round += 1) {
        const institution = await signUpInstitution(database());
        const [a, b] = [
          await addMember(database(), institution, ['administration']),
          await addMember(database(), institution, ['administration']),
        ];
        await ask(database(), signedIn(institution), 'select nemus_leave_membership($1::text::uuid)', [institution]);
        const run = (account: string, partner: string) => {
          const target = second === 'own' ? account : partner;
          return {
            caller: signedIn(account),
            statement,
            parameters: statement.includes('$2') ? [target, institution, ''] : [target],
          };
        };
        const finishes = await race(database(), [run(a, b), run(b, a)]);
        expect(won(finishes)).toHaveLength(1);
        expect(await administrators(institution)).toBe(1);
      }
    }
  });

  it('accepts an invitation once, and not when it is withdrawn at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const institution = await signUpInstitution(database());
      const email = freshAddress('team');
      const { token, invitation } = await inviteMember(database(), institution, email, ['reading']);
      const account = await signUp(database(), { type: 'institution', email });
      const finishes = await race(database(), [
        { caller: signedIn(account), statement: 'select nemus_accept_membership($1)', parameters: [token] },
        { caller: signedIn(account), statement: 'select nemus_accept_membership($1)', parameters: [token] },
        {
          caller: signedIn(institution),
          statement: 'select nemus_revoke_member_invitation($1::text::uuid)',
          parameters: [invitation],
        },
      ]);
      const row = one(
        await database().query(
          `select (accepted_at is not null)::int as accepted, (revoked_at is not null)::int as revoked,
             (select count(*)::int from nemus_members where institution_id = $2::text::uuid and user_id = $3::text::uuid) as member
           from nemus_member_invitations where id = $1::text::uuid`,
          [invitation, institution, account],
        ),
      );
      expect(Number(row.accepted) + Number(row.revoked)).toBe(1);
      expect(row.member).toBe(row.accepted);
      expect([...hints(finishes)].every((hint) => hint === 'invitation_invalid')).toBe(true);
    }
  });

  it('spends a budget once when two members book at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const institution = await signUpInstitution(database());
      await giveCredits(database(), institution, 1000);
      const { trainee } = await linkTrainee(database(), institution);
      const [a, b] = [
        await addMember(database(), institution, ['booking']),
        await addMember(database(), institution, ['booking']),
      ];
      await ask(database(), signedIn(institution), 'select nemus_set_budget(array[$1::text::uuid], 100)', [trainee]);
      const statement = BOOK_FOR_ONE;
      const finishes = await race(database(), [
        { caller: signedIn(a), statement, parameters: [COURSE_85, trainee] },
        { caller: signedIn(b), statement, parameters: [COURSE_60, trainee] },
      ]);
      expect(won(finishes)).toHaveLength(1);
      expect(hints(finishes)).toEqual(new Set(['budget_exceeded']));
    }
  });

  it('decides on a request once', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    const { trainee } = await linkTrainee(database(), institution);
    const booker = await addMember(database(), institution, ['booking']);
    const admin = await addMember(database(), institution, ['administration']);
    await ask(database(), signedIn(institution), 'select nemus_set_spending_limit(0)');
    const request = text(
      await ask(
        database(),
        signedIn(booker),
        `select nemus_request_booking($1::text::uuid, array[$2::text::uuid], 'credits') as id`,
        [COURSE_60, trainee],
      ),
      'id',
    );
    const statement = 'select nemus_decide_booking_request($1::text::uuid, $2::text::boolean)';
    const finishes = await race(database(), [
      { caller: signedIn(institution), statement, parameters: [request, 'true'] },
      { caller: signedIn(admin), statement, parameters: [request, 'false'] },
      {
        caller: signedIn(booker),
        statement: WITHDRAW_REQUEST,
        parameters: [request],
      },
    ]);
    expect(won(finishes)).toHaveLength(1);
    expect(hints(finishes)).toEqual(new Set(['request_decided']));
  });
}
