import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addMember, inviteMember } from '../scenes/members';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

const pairs = z.array(z.tuple([z.string(), z.string()]));
/** Also read by the test of `readMailAddress` and `readPhone`. */
const cases = z
  .object({ addresses: pairs, phones: pairs })
  .parse(
    JSON.parse(
      readFileSync(path.join(__dirname, '../../../../supabase/functions/_shared/texts/contact-cases.json'), 'utf8'),
    ),
  );

/** A mailbox as people write it, and as accounts have it. */
const twoForms = () => {
  const local = freshAddress('ida').replace(/@.*/, '');
  return { typed: `${local}@bücher.example`, stored: `${local}@xn--bcher-kva.example` };
};

/** Addresses and numbers: one form in every table, whatever was typed. */
export function contactCases(database: () => TestDatabase): void {
  it.each([
    ['addresses', 'nemus_mail_address'],
    ['phones', 'nemus_phone_number'],
  ] as const)('the database reads %s as forms do', async (kind, read) => {
    const found = await database().query(
      `select given, private.${read}(given) as stored from jsonb_array_elements_text($1::text::jsonb) as given`,
      [JSON.stringify(cases[kind].map(([typed]) => typed))],
    );
    expect(found.map(({ given, stored }) => [given, stored])).toEqual(cases[kind]);
  });

  it.each(['keine Adresse', 'ida@', '@nemus.example', 'a@b@nemus.example', ''])(
    '%j stays what it is',
    async (typed) => {
      const [row] = await database().query('select private.nemus_mail_address($1) as stored', [typed]);
      expect(row?.stored).toBe(typed);
    },
  );

  it('a trainee is one person in both forms of the domain', async () => {
    const institution = await signUpInstitution(database());
    const { typed, stored } = twoForms();
    const { token, trainee } = await invite(database(), institution, typed);
    for (const email of [typed, stored, typed.replace('ü', 'u\u0308'), typed.toUpperCase()]) {
      expect(
        await refusal(database(), signedIn(institution), `select nemus_invite_trainee('Ida', 'Roth', $1)`, [email]),
      ).toMatchObject({ hint: 'invitation_open' });
    }
    const account = await signUp(database(), { email: stored });
    await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
    expect(
      one(
        await ask(
          database(),
          signedIn(institution),
          'select email, user_id from nemus_trainees where id = $1::text::uuid',
          [trainee],
        ),
      ),
    ).toEqual({ email: stored, user_id: account });
  });

  it('an edited trainee and an edited profile keep clean contacts', async () => {
    const institution = await signUpInstitution(database());
    const { typed, stored } = twoForms();
    const { trainee } = await invite(database(), institution, freshAddress());
    const edited = await ask(
      database(),
      signedIn(institution),
      `update nemus_trainees set email = $2, phone = $3 where id = $1::text::uuid returning email, phone`,
      [trainee, typed, '\u202A+49\u00A0(0)30\u2011123456\u202C'],
    );
    expect(edited).toEqual([{ email: stored, phone: '+49 30-123456' }]);
    const settings = await ask(
      database(),
      signedIn(institution),
      `update nemus_institution_settings set institution_phone = $1, billing_email = $2, vat_id = $3
       where institution_id = auth.uid() returning institution_phone, billing_email, vat_id`,
      ['\u200B030\u202F123456', typed, 'de\u00A0123\u00A0456\u00A0789\u200B'],
    );
    expect(settings).toEqual([{ institution_phone: '030 123456', billing_email: stored, vat_id: 'DE123456789' }]);
    const own = await ask(
      database(),
      signedIn(await signUp(database())),
      `update nemus_personal_data set phone = $1 where user_id = auth.uid() returning phone`,
      ['\uFEFF0221\u2060123456'],
    );
    expect(own).toEqual([{ phone: '0221123456' }]);
  });

  it('a member is one person in both forms of the domain', async () => {
    const institution = await signUpInstitution(database());
    const { typed, stored } = twoForms();
    const first = await inviteMember(database(), institution, typed, ['reading']);
    await database().query('delete from private.nemus_sent_invitations');
    expect((await inviteMember(database(), institution, stored, ['booking'])).invitation).toBe(first.invitation);
    const other = twoForms();
    await addMember(database(), institution, ['reading'], other.stored);
    expect(
      await refusal(database(), signedIn(institution), `select nemus_invite_member($1, '{reading}')`, [other.typed]),
    ).toMatchObject({ hint: 'already_member' });
  });

  it('a confirmer is one person in both forms of the domain, also across institutions', async () => {
    const { typed, stored } = twoForms();
    const [one, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const save = 'select nemus_save_confirmer($1, $2)::text as id';
    const [first] = await ask(database(), signedIn(one), save, ['Ida Roth', typed]);
    expect(await refusal(database(), signedIn(one), save, ['Ida Roth', stored])).toMatchObject({
      hint: 'confirmer_email_taken',
    });
    const [second] = await ask(database(), signedIn(other), save, ['Ida Roth', stored]);
    const same = await database().query(
      'select private.nemus_same_person($1::text::uuid, null)::text as id order by id',
      [String(first?.id)],
    );
    expect(same.map(({ id }) => id)).toEqual([first?.id, second?.id].toSorted());
  });

  it('a teacher is one person in both forms of the domain', async () => {
    const planner = await hireStaff(database(), ['teaching']);
    const { typed, stored } = twoForms();
    await ask(database(), signedIn(planner), 'select nemus_save_teacher($1, $2)', ['Ida Roth', typed]);
    expect(
      await refusal(database(), signedIn(planner), 'select nemus_save_teacher($1, $2)', ['Ida Roth', stored]),
    ).toMatchObject({ hint: 'teacher_email_taken' });
  });
}
