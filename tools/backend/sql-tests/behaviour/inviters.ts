import { freshAddress, giveCredits, invite, setSampleData, signUp, signUpInstitution } from '../accounts';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { addTrainee } from './credits';
import { CREATE, argumentsOf } from './checkout';
import { COURSE_60, COURSE_85, one } from './values';

const INVITE = `select nemus_invite_trainee('Nora', 'Beck', $1) ->> 'trainee_id' as id`;
const RESEND = 'select nemus_resend_invitation($1::text::uuid)';
const REVOKE = 'select nemus_revoke_invitation($1::text::uuid)';
const APPROVE = 'select nemus_approve_institution($1::text::uuid, $2)';
const WITHDRAW = 'select nemus_withdraw_approval($1::text::uuid)';
const STATE = `select r ->> 'state' as state, r ->> 'name' as name, r ->> 'approved_name' as approved_name
  from jsonb_array_elements(nemus_institution_reviews()) as r where r ->> 'institution_id' = $1`;

/** Which institution may write to others, and how often. */
export function inviterTests(database: () => TestDatabase): void {
  const newInstitution = (name = 'Ambulanz am Park') => signUp(database(), { type: 'institution', institution: name });

  async function newOperator(): Promise<string> {
    const id = await signUp(database());
    await database().query('insert into nemus_release_operators (user_id) values ($1::text::uuid)', [id]);
    return id;
  }

  async function setLimits(limits: Readonly<Record<string, number>>): Promise<void> {
    await database().query(
      `insert into private.nemus_settings (key, value) values ('invitation_limits', $1::text::jsonb)
       on conflict (key) do update set value = excluded.value`,
      [JSON.stringify(limits)],
    );
  }

  /** What was sent until now is so much older. */
  const letTimePass = (interval: string) =>
    database().query('update private.nemus_sent_invitations set created_at = created_at - $1::text::interval', [
      interval,
    ]);

  afterEach(() => database().query(`delete from private.nemus_settings where key = 'invitation_limits'`));

  describe('approval', () => {
    it('a new institution neither invites nor books for others, and buys for itself', async () => {
      const id = await newInstitution();
      await giveCredits(database(), id, 500);
      const refused = {
        code: 'PT403',
        hint: 'approval_required',
        values: { of: 'institution' },
      };
      expect(await refusal(database(), signedIn(id), INVITE, [freshAddress()])).toMatchObject(refused);
      const many = 'select nemus_invite_trainees($1::text::jsonb)';
      const people = JSON.stringify([{ first_name: 'A', last_name: 'B', email: freshAddress() }]);
      expect(await refusal(database(), signedIn(id), many, [people])).toMatchObject(refused);
      const book = 'select nemus_book_course($1::text::uuid, array[gen_random_uuid()])';
      expect(await refusal(database(), signedIn(id), book, [COURSE_60])).toMatchObject(refused);
      const order = argumentsOf(id, { kind: 'course', course: COURSE_60, trainees: [id] });
      expect(await refusal(database(), SERVICE, CREATE, order)).toMatchObject({ hint: 'approval_required' });
      expect(await ask(database(), signedIn(id), 'select 1 from nemus_trainees')).toEqual([]);
      const buy = `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
        values ($1::text::uuid, $2::text::uuid, 'institution_credits', 'not_started') returning id`;
      expect(await ask(database(), signedIn(id), buy, [id, COURSE_85])).toHaveLength(1);
    });

    it('an operator lets it invite, and stops it again; the invitations that are open stop with it', async () => {
      const [id, operator] = [await newInstitution('Praxis am Ring'), await newOperator()];
      expect(await ask(database(), signedIn(operator), STATE, [id])).toMatchObject([{ state: 'waiting' }]);
      await ask(database(), signedIn(operator), APPROVE, [id, 'Praxis am Ring']);
      expect(await ask(database(), signedIn(operator), STATE, [id])).toMatchObject([{ state: 'approved' }]);
      const [row] = await database().query(
        'select approved_by::text, approved_at is not null as dated from nemus_institution_approvals where institution_id = $1::text::uuid',
        [id],
      );
      expect(row).toEqual({ approved_by: operator, dated: true });
      const { trainee } = await invite(database(), id, freshAddress());
      await ask(database(), signedIn(operator), WITHDRAW, [id]);
      expect(await ask(database(), signedIn(operator), STATE, [id])).toMatchObject([{ state: 'withdrawn' }]);
      for (const [statement, value] of [
        [INVITE, freshAddress()],
        [RESEND, trainee],
      ] as const) {
        expect(await refusal(database(), signedIn(id), statement, [value])).toMatchObject({
          hint: 'approval_required',
        });
      }
      await ask(database(), signedIn(operator), APPROVE, [id, 'Praxis am Ring']);
      expect(await ask(database(), signedIn(id), INVITE, [freshAddress()])).toHaveLength(1);
    });

    it('nobody but an operator approves, withdraws or looks', async () => {
      const [id, piw] = [await newInstitution(), await signUp(database())];
      for (const caller of [id, piw]) {
        for (const [statement, values] of [
          [APPROVE, [id, 'Ambulanz am Park']],
          [WITHDRAW, [id]],
          ['select nemus_institution_reviews()', []],
        ] as const) {
          expect(await refusal(database(), signedIn(caller), statement, values)).toMatchObject({
            code: 'PT403',
            hint: 'operator_required',
          });
        }
      }
    });

    it('is for the name that was looked at: mails keep it when the institution changes it', async () => {
      const [id, operator] = [await newInstitution('Praxis am Ring'), await newOperator()];
      const rename = (name: string) =>
        ask(database(), signedIn(id), 'update nemus_institution_settings set institution_name = $1', [name]);
      await rename('Ihre Bank');
      expect(await refusal(database(), signedIn(operator), APPROVE, [id, 'Praxis am Ring'])).toMatchObject({
        hint: 'institution_renamed',
      });
      await rename('Praxis am Ring');
      await ask(database(), signedIn(operator), APPROVE, [id, 'Praxis am Ring']);
      await rename('Ihre Bank');
      const { token } = await invite(database(), id, freshAddress());
      const shown = one(await ask(database(), signedIn(operator), 'select nemus_invitation($1) as i', [token])).i;
      expect(shown).toMatchObject({ institution_name: 'Praxis am Ring' });
      expect(await ask(database(), signedIn(operator), STATE, [id])).toEqual([
        { state: 'renamed', name: 'Ihre Bank', approved_name: 'Praxis am Ring' },
      ]);
    });

    it('a piw is no institution to approve', async () => {
      const [piw, operator] = [await signUp(database()), await newOperator()];
      expect(await refusal(database(), signedIn(operator), APPROVE, [piw, ''])).toMatchObject({
        hint: 'institution_not_found',
      });
    });

    it('is nothing without a confirmed address, and nobody waits for one before it is confirmed', async () => {
      const [id, operator] = [await signUpInstitution(database()), await newOperator()];
      await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [id]);
      expect(await refusal(database(), signedIn(id), INVITE, [freshAddress()])).toMatchObject({
        hint: 'address_unconfirmed',
      });
      expect(await ask(database(), signedIn(operator), STATE, [id])).toEqual([]);
    });

    it('is there at once where accounts get sample data', async () => {
      await setSampleData(database(), true);
      const id = await newInstitution();
      await setSampleData(database(), false);
      expect(await ask(database(), signedIn(id), INVITE, [freshAddress()])).toHaveLength(1);
      expect(await ask(database(), signedIn(id), 'select withdrawn_at from nemus_institution_approvals')).toEqual([
        { withdrawn_at: null },
      ]);
    });
  });

  describe('limits', () => {
    it('of a minute: revoking, or a trainee that is gone, is no way around it', async () => {
      const id = await signUpInstitution(database());
      const email = freshAddress();
      const { trainee } = await invite(database(), id, email);
      await ask(database(), signedIn(id), REVOKE, [trainee]);
      expect(await refusal(database(), signedIn(id), RESEND, [trainee])).toMatchObject({ hint: 'invitation_too_soon' });
      await database().query('delete from nemus_trainees where id = $1::text::uuid', [trainee]);
      expect(await refusal(database(), signedIn(id), INVITE, [email])).toMatchObject({ hint: 'invitation_too_soon' });
      await letTimePass('2 minutes');
      expect(await ask(database(), signedIn(id), INVITE, [email])).toHaveLength(1);
    });

    it('of an address counts over all institutions, says when again, and outlives what was sent', async () => {
      await setLimits({ recipient: 2 });
      const email = freshAddress();
      for (const name of ['Nord', 'Süd']) {
        const id = await signUpInstitution(database(), name);
        const { trainee } = await invite(database(), id, email);
        await ask(database(), signedIn(id), REVOKE, [trainee]);
        await database().query('delete from nemus_trainees where id = $1::text::uuid', [trainee]);
      }
      const third = await signUpInstitution(database(), 'West');
      expect(await refusal(database(), signedIn(third), INVITE, [email.toUpperCase()])).toMatchObject({
        code: 'PT429',
        hint: 'invitation_limit_recipient',
        values: { count: 2, again_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      });
      expect(await ask(database(), signedIn(third), INVITE, [freshAddress()])).toHaveLength(1);
      await letTimePass('25 hours');
      expect(await ask(database(), signedIn(third), INVITE, [email])).toHaveLength(1);
    });

    it('of an institution is its own, and a list says it of each line beyond it', async () => {
      await setLimits({ institution: 3 });
      const [id, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
      const first = await addTrainee(database(), id, 'a@x.example');
      await ask(database(), signedIn(id), REVOKE, [first]);
      const people = [1, 2, 3].map((n) => ({ first_name: 'A', last_name: `B${n}`, email: freshAddress() }));
      const rows = await ask(
        database(),
        signedIn(id),
        `select r ->> 'code' as code from jsonb_array_elements(nemus_invite_trainees($1::text::jsonb)) as r`,
        [JSON.stringify(people)],
      );
      expect(rows).toEqual([{ code: null }, { code: null }, { code: 'invitation_limit_institution' }]);
      expect(await ask(database(), signedIn(id), 'select 1 from nemus_trainees')).toHaveLength(3);
      expect(await ask(database(), signedIn(other), INVITE, [freshAddress()])).toHaveLength(1);
    });

    it('of all together holds for everybody', async () => {
      await letTimePass('25 hours');
      await setLimits({ total: 2 });
      for (const name of ['Nord', 'Süd'])
        await invite(database(), await signUpInstitution(database(), name), freshAddress());
      const id = await signUpInstitution(database());
      expect(await refusal(database(), signedIn(id), INVITE, [freshAddress()])).toMatchObject({
        hint: 'invitation_limit_total',
        values: { count: 2, again_at: expect.any(String) },
      });
    });

    it('keeps no address, and nothing for longer than it counts', async () => {
      const id = await signUpInstitution(database());
      const email = freshAddress();
      await invite(database(), id, email);
      const ledger = async () =>
        database().query(
          'select to_jsonb(s)::text as row from private.nemus_sent_invitations s where institution_id = $1::text::uuid',
          [id],
        );
      expect(JSON.stringify(await ledger())).not.toContain(email.slice(0, 20));
      await letTimePass('3 days');
      await invite(database(), await signUpInstitution(database()), freshAddress());
      expect(await ledger()).toEqual([]);
    });
  });
}
