import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { BOOK, CANCEL_PLACES } from '../scenes/bookings';
import { CLOSE_CHECKOUT, fulfil, openCheckout, REFUND_CHECKOUT } from '../scenes/checkouts';
import { addSeminar, COURSE_60 } from '../scenes/courses';
import { CANCEL_DATE } from '../scenes/date-plans';
import { addDate } from '../scenes/dates';
import { addFactor } from '../scenes/factors';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addMember, inviteMember } from '../scenes/members';
import { givePlace } from '../scenes/places';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { linkTrainee } from '../scenes/trainees';

const ACCEPT = 'select nemus_accept_membership($1) as answer';
const DECLINE = 'select nemus_decline_membership($1)';
const PAGE = 'select nemus_member_invitation($1) as page';
const LETTER = 'select nemus_member_invitation_letter($1::text::uuid) as letter';

/** Invitations of members who may no longer invite, and letters to a founder who left. */
export function leftBehindCases(database: () => TestDatabase): void {
  /** An administrator beside the founder, with an open invitation to her own second mailbox. */
  const setScene = async () => {
    const institution = await signUpInstitution(database());
    const inviter = await addMember(database(), institution, ['administration']);
    const email = freshAddress('zweit');
    const { invitation, token } = await inviteMember(database(), inviter, email, ['administration']);
    const second = await signUp(database(), { type: 'institution', email });
    return { institution, inviter, email, invitation, token, second };
  };
  type Scene = Awaited<ReturnType<typeof setScene>>;

  const expectNoUse = async ({ invitation, token, second, institution }: Scene) => {
    expect(one(await ask(database(), ANONYMOUS, PAGE, [token])).page).toBeNull();
    expect(one(await ask(database(), SERVICE, LETTER, [invitation])).letter).toBeNull();
    for (const statement of [ACCEPT, DECLINE]) {
      expect(await refusal(database(), signedIn(second), statement, [token])).toMatchObject({
        code: 'PT404',
        hint: 'invitation_invalid',
      });
    }
    expect(
      await database().query(
        'select 1 from nemus_members where institution_id = $1::text::uuid and user_id = $2::text::uuid',
        [institution, second],
      ),
    ).toEqual([]);
  };

  it.each([
    ['is removed', (scene: Scene) => [scene.institution, 'select nemus_remove_member($1::text::uuid)', scene.inviter]],
    ['leaves', (scene: Scene) => [scene.inviter, 'select nemus_leave_membership($1::text::uuid)', scene.institution]],
    [
      'loses the role',
      (scene: Scene) => [
        scene.institution,
        `select nemus_change_member($1::text::uuid, array['booking'])`,
        scene.inviter,
      ],
    ],
  ] as const)('an invitation ends when its inviter %s', async (_when, end) => {
    const scene = await setScene();
    const other = await inviteMember(database(), scene.institution, freshAddress('team'), ['reading']);
    const [by, statement, parameter] = end(scene);
    await ask(database(), signedIn(by ?? ''), statement ?? '', [parameter]);
    await expectNoUse(scene);
    // Invitations of other administrators stay.
    expect(one(await ask(database(), ANONYMOUS, PAGE, [other.token])).page).not.toBeNull();
    // The role comes back, the invitation does not.
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles) values ($1::text::uuid, $2::text::uuid, array['administration'])
       on conflict (institution_id, user_id) do update set roles = excluded.roles`,
      [scene.institution, scene.inviter],
    );
    await expectNoUse(scene);
  });

  it('an invitation ends with the account of its inviter', async () => {
    const scene = await setScene();
    await database().query('delete from auth.users where id = $1::text::uuid', [scene.inviter]);
    await expectNoUse(scene);
  });

  it('an invitation waits while its inviter is blocked, and another administrator takes it over', async () => {
    const scene = await setScene();
    await database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
      scene.inviter,
    ]);
    await expectNoUse(scene);
    const { list } = one(await ask(database(), signedIn(scene.institution), 'select nemus_member_list() as list'));
    expect(list).toMatchObject({ invitations: [{ email: scene.email, state: 'expired' }] });
    // Past the pause between two mails to one address.
    await database().query(`update private.nemus_sent_invitations set created_at = created_at - interval '1 hour'`);
    const renewed = await inviteMember(database(), scene.institution, scene.email, ['reading']);
    expect(one(await ask(database(), signedIn(scene.second), ACCEPT, [renewed.token])).answer).toMatchObject({
      roles: ['reading'],
    });
  });

  it('an invitation waits while its inviter lacks the factor that the institution requires', async () => {
    const scene = await setScene();
    await addFactor(database(), scene.institution);
    await database().query(
      'update nemus_institution_settings set two_factor_enabled = true where institution_id = $1::text::uuid',
      [scene.institution],
    );
    await expectNoUse(scene);
    await addFactor(database(), scene.inviter);
    expect(one(await ask(database(), signedIn(scene.second), ACCEPT, [scene.token])).answer).toMatchObject({
      roles: ['administration'],
    });
  });

  it('letters with names go to an administrator, not to a founder who left', async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 500);
    const address = freshAddress('leitung');
    const admin = await addMember(database(), institution, ['administration'], address);
    const { account, trainee } = await linkTrainee(database(), institution);
    const seminar = await addSeminar(database());
    const [first, second] = [
      await addDate(database(), seminar, { hours: 48 }),
      await addDate(database(), seminar, { hours: 96 }),
    ];
    await ask(database(), signedIn(admin), BOOK, [seminar, `{${trainee}}`]);
    for (const date of [first, second]) await givePlace(database(), account, date);
    const planner = await hireStaff(database(), ['teaching']);
    const cancel = (date: string) =>
      ask(database(), signedIn(planner), CANCEL_DATE, [date, 'Die Dozentin ist krank.', 'false']);
    const mailboxes = async (date: string) =>
      (
        await ask(
          database(),
          SERVICE,
          `select l ->> 'audience' as audience from jsonb_array_elements(nemus_claim_date_letters(array[$1::text::uuid])) l order by 1`,
          [date],
        )
      ).map(({ audience }) => audience);
    const buy = { kind: 'course', course: COURSE_60, trainees: [trainee] } as const;
    const paid = await openCheckout(database(), admin, buy);
    await fulfil(database(), paid);
    // Written while the founder was there.
    await cancel(first);
    await ask(database(), signedIn(institution), 'select nemus_leave_membership($1::text::uuid)', [institution]);
    await cancel(second);
    expect(await mailboxes(first)).toEqual(['participant']);
    expect(await mailboxes(second)).toEqual(['participant']);
    const { letters } = one(
      await ask(database(), SERVICE, 'select nemus_claim_purchase_letters($1::text::uuid) as letters', [admin]),
    );
    expect(letters).toMatchObject([{ email: address }, { email: address }]);
    const failed = await openCheckout(database(), admin, { kind: 'credits', credits: 100 });
    await ask(database(), SERVICE, CLOSE_CHECKOUT, [failed.session, 'failed']);
    const notice = one(
      await ask(database(), SERVICE, 'select nemus_failure_notice($1) as letter', [failed.session]),
    ).letter;
    expect(notice).toMatchObject({ email: address });
    const booking = one(
      await database().query('select id::text from nemus_course_bookings where order_id = $1::text::uuid', [
        paid.order,
      ]),
    ).id;
    await ask(database(), SERVICE, CANCEL_PLACES, [admin, booking, `{${trainee}}`]);
    await ask(database(), SERVICE, REFUND_CHECKOUT, [paid.payment, String(paid.amount)]);
    const notices = one(
      await ask(database(), SERVICE, 'select nemus_refund_notices($1) as letters', [paid.payment]),
    ).letters;
    expect(notices).toMatchObject([{ email: address, people: 'Nora Beck' }]);
    const contact = one(
      await ask(database(), SERVICE, 'select nemus_billing_contact($1::text::uuid) as contact', [admin]),
    ).contact;
    expect(contact).toMatchObject({ account_id: institution, email: address });
    // A renewal, which opens no purchase, has the provider's customer corrected as well.
    const plan = await openCheckout(database(), admin, { kind: 'subscription', tier: 'monthly' });
    await fulfil(database(), plan, `sub_${institution}`, '2030-01-01');
    const sync = `select nemus_sync_subscription($1, 'active', 'monthly', '2030-02-01', false, now()) as email`;
    expect(one(await ask(database(), SERVICE, sync, [`sub_${institution}`])).email).toBe(address);
    expect(one(await ask(database(), SERVICE, sync, [`sub_other_${institution}`])).email).toBeNull();
  });

  it('news of an institution goes with the role, and with it what was still to be sent', async () => {
    const institution = await signUpInstitution(database());
    const [removed, demoted, stays] = [
      await addMember(database(), institution, ['booking']),
      await addMember(database(), institution, ['booking', 'billing']),
      await addMember(database(), institution, ['booking']),
    ];
    await database().query(
      `select private.nemus_notify_members($1::text::uuid, '{booking}', 'invitation_answered', 'probe',
         '{"trainee": "Nora Beck"}', '/piw-management')`,
      [institution],
    );
    const read = async (user: string) =>
      (await ask(database(), signedIn(user), `select kind from nemus_notifications where key = 'probe'`)).length;
    const readers = async () => [await read(removed), await read(demoted), await read(stays), await read(institution)];
    expect(await readers()).toEqual([1, 1, 1, 1]);
    await ask(database(), signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [removed]);
    await ask(database(), signedIn(institution), `select nemus_change_member($1::text::uuid, '{billing}')`, [demoted]);
    await addMember(database(), institution, ['administration']);
    await ask(database(), signedIn(institution), 'select nemus_leave_membership($1::text::uuid)', [institution]);
    expect(await readers()).toEqual([0, 0, 1, 0]);
  });

  it('letters go to the administration, blocked or not, and to no founder who left', async () => {
    const founder = await signUpInstitution(database());
    const address = freshAddress('leitung');
    const administrator = await addMember(database(), founder, ['administration'], address);
    await ask(database(), signedIn(founder), 'select nemus_leave_membership($1::text::uuid)', [founder]);
    const mailbox = async () =>
      one(await database().query('select private.nemus_letter_address($1::text::uuid) as mailbox', [founder])).mailbox;
    expect(await mailbox()).toBe(address);
    await database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
      administrator,
    ]);
    expect(await mailbox()).toBe(address);
  });
}
