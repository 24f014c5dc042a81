import { freshAddress, giveCredits, signUp, signUpInstitution } from './accounts';
import { addMember, inviteMember } from './behaviour/member-scene';
import { linkTrainee } from './behaviour/logbook-scene';
import { COURSE_60, COURSE_85, one, text } from './behaviour/values';
import { ask, signedIn } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { hints, race, won } from './race';

const ADMINISTRATORS = `select count(*)::int as n from nemus_members
  where institution_id = $1::text::uuid and 'administration' = any (roles)`;

onEveryEngine(
  (database) => {
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
        const statement = 'select nemus_book_course($1::text::uuid, array[$2::text::uuid])';
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
          statement: 'select nemus_withdraw_booking_request($1::text::uuid)',
          parameters: [request],
        },
      ]);
      expect(won(finishes)).toHaveLength(1);
      expect(hints(finishes)).toEqual(new Set(['request_decided']));
    });
  },
  SERVER === null ? [] : [SERVER],
);
