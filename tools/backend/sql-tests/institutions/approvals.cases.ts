import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { CREATE_ORDER, orderArguments } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';
import { signUpOperator } from '../scenes/staff';
import { invite } from '../scenes/trainees';

const INVITE = `select nemus_invite_trainee('Nora', 'Beck', $1) ->> 'trainee_id' as id`;
const RESEND = 'select nemus_resend_invitation($1::text::uuid)';
const APPROVE = 'select nemus_approve_institution($1::text::uuid, $2)';
const WITHDRAW = 'select nemus_withdraw_approval($1::text::uuid)';
const STATE = `select r ->> 'state' as state, r ->> 'name' as name, r ->> 'approved_name' as approved_name
  from jsonb_array_elements(nemus_institution_reviews()) as r where r ->> 'institution_id' = $1`;

/** Which institution may write to others. */
export function approvalCases(database: () => TestDatabase): void {
  const newInstitution = (name = 'Ambulanz am Park') => signUp(database(), { type: 'institution', institution: name });

  async function newOperator(): Promise<string> {
    const id = await signUpOperator(database());
    return id;
  }

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
    const order = orderArguments(id, { kind: 'course', course: COURSE_60, trainees: [id] });
    expect(await refusal(database(), SERVICE, CREATE_ORDER, order)).toMatchObject({ hint: 'approval_required' });
    expect(await ask(database(), signedIn(id), 'select 1 from nemus_trainees')).toEqual([]);
    expect(await ask(database(), signedIn(id), ENROL_WITH_CREDITS, [id, COURSE_85])).toHaveLength(1);
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

  it('only an operator approves, withdraws or looks', async () => {
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

  it('is nothing without a confirmed address, and is not pending before that', async () => {
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
}
