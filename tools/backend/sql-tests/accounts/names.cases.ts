import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addEntry, setLogbookScene } from '../scenes/logbook';
import { one } from '../scenes/rows';
import { decide, submitTo } from '../scenes/sign-off';
import { hireStaff } from '../scenes/staff';
import { invite } from '../scenes/trainees';

const RENAME = `update nemus_profiles set first_name = $2, last_name = 'Neu' where user_id = $1::text::uuid`;
const REQUEST = 'select nemus_request_name($1, $2, $3)::text as id';
const DECIDE = 'select nemus_decide_name_request($1::text::uuid, $2::text::boolean, $3)';
const VERIFY = 'select nemus_verify_certificate($1) as answer';

/** Also read by the test of `unprintable` in the functions' texts. */
const printed = z
  .array(z.object({ name: z.string(), first: z.string().nullable() }))
  .parse(
    JSON.parse(
      readFileSync(path.join(__dirname, '../../../../supabase/functions/_shared/texts/name-cases.json'), 'utf8'),
    ),
  );

/** Names on proofs change by a request alone. */
export function proofNameCases(database: () => TestDatabase): void {
  const nameOf = async (user: string) =>
    one(
      await database().query(
        `select first_name || ' ' || last_name as name from nemus_profiles where user_id = $1::text::uuid`,
        [user],
      ),
    ).name;
  const request = async (user: string, first = 'Mira', last = 'Berg') =>
    String(one(await ask(database(), signedIn(user), REQUEST, [first, last, 'Heirat'])).id);
  const issue = async (user: string) =>
    one(await ask(database(), signedIn(user), 'select nemus_issue_logbook_paper() as paper')).paper;

  async function confirmed() {
    const scene = await setLogbookScene(database());
    await decide(database(), scene.confirmer.account, [await submitTo(database(), scene, scene.confirmer.id)]);
    return scene;
  }

  it('staff sees which proofs have the earlier name: certificates, hours and printed logbooks', async () => {
    const { owner } = await confirmed();
    await issue(owner);
    const id = await request(owner);
    const staff = signedIn(await hireStaff(database(), ['people']));
    const list = one(await ask(database(), staff, 'select nemus_name_requests() as list')).list;
    expect(list).toEqual(
      expect.arrayContaining([expect.objectContaining({ id, certificates: 0, hours: 1, papers: 1 })]),
    );
  });

  it('an account without proofs changes its name, one with a confirmed hour does not', async () => {
    const scene = await setLogbookScene(database());
    const me = signedIn(scene.owner);
    expect(one(await ask(database(), me, 'select nemus_name_is_proved() as proved')).proved).toBe(false);
    expect(await refusal(database(), me, RENAME, [scene.owner, 'Zoe'])).toBeNull();
    await addEntry(database(), scene, 'submitted');
    expect(await refusal(database(), me, RENAME, [scene.owner, 'Zoe'])).toBeNull();
    await decide(database(), scene.confirmer.account, [await submitTo(database(), scene, scene.confirmer.id)]);
    expect(one(await ask(database(), me, 'select nemus_name_is_proved() as proved')).proved).toBe(true);
    expect(await refusal(database(), me, RENAME, [scene.owner, 'Ada'])).toMatchObject({
      code: 'PT409',
      hint: 'name_is_proved',
    });
    // The same name again is no change.
    expect(
      await refusal(
        database(),
        me,
        'update nemus_profiles set first_name = first_name where user_id = $1::text::uuid',
        [scene.owner],
      ),
    ).toBeNull();
  });

  it('finds the first character of a name that no document prints', async () => {
    const found = await database().query(
      `select name, private.nemus_unprintable(name) as first from jsonb_array_elements_text($1::text::jsonb) name`,
      [JSON.stringify(printed.map(({ name }) => name))],
    );
    expect(found).toEqual(printed);
  });

  it('a new name that no document prints is refused, and names the character', async () => {
    const [person, institution] = [await signUp(database()), await signUpInstitution(database())];
    const { trainee } = await invite(database(), institution, freshAddress());
    for (const [user, field, statement, given] of [
      [person, 'first_name', RENAME, [person, 'Anna 李']],
      [person, 'last_name', REQUEST, ['Anna', '李', 'Heirat']],
      [
        person,
        'recipient',
        `update nemus_billing_addresses set recipient = '李 GmbH' where user_id = $1::text::uuid`,
        [person],
      ],
      [
        institution,
        'institution_name',
        `update nemus_institution_settings set institution_name = 'Praxis 李'
        where institution_id = $1::text::uuid`,
        [institution],
      ],
      [institution, 'last_name', `update nemus_trainees set last_name = '李' where id = $1::text::uuid`, [trainee]],
      [institution, 'first_name', `select nemus_invite_trainee('李', 'Neu', $1, '')`, [freshAddress()]],
      [institution, 'name', 'select nemus_save_confirmer($1, $2)', ['Dr. 李', freshAddress()]],
    ] as const) {
      const refused = await refusal(database(), signedIn(user), statement, given);
      expect([field, refused]).toMatchObject([field, { code: 'PT400', hint: 'invalid_field' }]);
      expect(refused?.values).toEqual({ field, problem: 'unprintable', character: '李' });
    }
    await expect(signUp(database(), { first: '李' })).rejects.toMatchObject({ hint: 'invalid_field' });
    const list = JSON.stringify(
      ['李', 'Anna'].map((first) => ({ first_name: first, last_name: 'Berg', email: freshAddress(), phone: '' })),
    );
    const [sent] = await ask(
      database(),
      signedIn(institution),
      'select nemus_invite_trainees($1::text::jsonb) as lines',
      [list],
    );
    expect(sent?.lines).toMatchObject([
      { code: 'invalid_field', values: { field: 'first_name', problem: 'unprintable', character: '李' } },
      { code: null },
    ]);
  });

  it('a name from before the rule stays until it is changed', async () => {
    const person = await signUp(database());
    await database().query('alter table nemus_profiles disable trigger printable_names');
    await database().query(
      `update nemus_profiles set first_name = '小龙', last_name = '李' where user_id = $1::text::uuid`,
      [person],
    );
    await database().query('alter table nemus_profiles enable trigger printable_names');
    const me = signedIn(person);
    const change = (columns: string) =>
      refusal(database(), me, `update nemus_profiles set ${columns} where user_id = $1::text::uuid`, [person]);
    expect(await change(`first_name = 'Xiaolong', last_name = last_name`)).toBeNull();
    expect((await change(`last_name = '李李'`))?.hint).toBe('invalid_field');
    expect(await change(`last_name = 'Li'`)).toBeNull();
  });

  it('a certificate and a printed logbook fix the name as well', async () => {
    const [learner, printer] = [await signUp(database()), await signUp(database())];
    await database().query(
      `insert into nemus_certificates (user_id, number, title, issuer, units, issued_on)
       values ($1::text::uuid, 'X-1', 'Probe', 'Probe', 1, current_date)`,
      [learner],
    );
    await issue(printer);
    for (const user of [learner, printer]) {
      expect((await refusal(database(), signedIn(user), RENAME, [user, 'Ada']))?.hint).toBe('name_is_proved');
    }
  });

  it('keeps the old name on what was proved, and tells everyone with the paper that it changed', async () => {
    const scene = await confirmed();
    const staff = await hireStaff(database(), ['people']);
    const before = await issue(scene.owner);
    const old = await nameOf(scene.owner);
    const id = await request(scene.owner);
    expect(await nameOf(scene.owner)).toBe(old);
    const { number } = before as { number: string };
    expect(one(await ask(database(), ANONYMOUS, VERIFY, [number])).answer).toMatchObject({ renamed: false });
    await ask(database(), signedIn(staff), DECIDE, [id, 'true', null]);
    expect(await nameOf(scene.owner)).toBe('Mira Berg');
    expect(one(await ask(database(), ANONYMOUS, VERIFY, [number])).answer).toMatchObject({
      status: 'genuine',
      renamed: true,
      certificate: { holder: old },
    });
    const after = await issue(scene.owner);
    expect(after).toMatchObject({ holder: 'Mira Berg', entries: [{ trainee: old }] });
    expect(one(await ask(database(), ANONYMOUS, VERIFY, [(after as { number: string }).number])).answer).toMatchObject({
      renamed: false,
    });
    expect(
      await database().query(
        `select facts from nemus_notifications where user_id = $1::text::uuid and kind = 'name_decided'`,
        [scene.owner],
      ),
    ).toEqual([{ facts: { name: 'Mira Berg', accepted: true } }]);
    // Back again is another request.
    expect((await refusal(database(), signedIn(scene.owner), RENAME, [scene.owner, 'Eva']))?.hint).toBe(
      'name_is_proved',
    );
  });

  it('leaves neither names nor reasons in the log, which outlives the account', async () => {
    const scene = await confirmed();
    const staff = await hireStaff(database(), ['people']);
    const id = await request(scene.owner);
    await ask(database(), signedIn(staff), DECIDE, [id, 'true', null]);
    const lines = await database().query(
      `select before, after from private.nemus_audit_log where subject = 'name_requests' and subject_id = $1`,
      [id],
    );
    expect(lines).toMatchObject([{ before: { state: 'open' }, after: { state: 'accepted' } }]);
    const told = JSON.stringify(lines);
    expect([told.includes('Mira'), told.includes('reason'), told.includes('old_name')]).toEqual([false, false, false]);
  });

  it('only staff decides, once, never about itself, and declines with a reason', async () => {
    const scene = await confirmed();
    const staff = await hireStaff(database(), ['people']);
    const decideAs = (user: string, id: string, accept: string, answer: string | null = null) =>
      refusal(database(), signedIn(user), DECIDE, [id, accept, answer]);
    const id = await request(scene.owner);
    const [own, orders] = [await request(staff, 'Ina', 'Neu'), await hireStaff(database(), ['orders'])];
    for (const caller of [scene.owner, scene.institution, orders]) {
      expect((await decideAs(caller, id, 'true'))?.hint).toBe('staff_required');
    }
    expect((await decideAs(staff, own, 'true'))?.hint).toBe('own_request');
    expect((await decideAs(staff, id, 'false'))?.hint).toBe('invalid_field');
    expect(await decideAs(staff, id, 'false', 'Die Urkunde fehlt.')).toBeNull();
    expect((await decideAs(staff, id, 'true'))?.hint).toBe('name_request_decided');
    expect(await nameOf(scene.owner)).not.toBe('Mira Berg');
    // Withdrawn before the decision arrives.
    const second = await request(scene.owner);
    await ask(database(), signedIn(scene.owner), 'select nemus_withdraw_name_request()');
    expect((await decideAs(staff, second, 'true'))?.hint).toBe('name_request_decided');
    // The role ended before the decision.
    const third = await request(scene.owner);
    await database().query('delete from nemus_staff where user_id = $1::text::uuid', [staff]);
    expect((await decideAs(staff, third, 'true'))?.hint).toBe('staff_required');
  });

  it('one open request, five in 30 days, and none of other kinds of account', async () => {
    const user = await signUp(database());
    const refused = (caller: string, first = 'Ada', reason = 'Heirat') =>
      refusal(database(), signedIn(caller), REQUEST, [first, 'Test', reason]);
    expect((await refused(user, 'Eva'))?.hint).toBe('name_unchanged');
    expect((await refused(user, 'Ada', ' '))?.hint).toBe('invalid_field');
    for (let n = 0; n < 5; n += 1) {
      await request(user);
      expect((await refused(user))?.hint).toBe('name_request_open');
      await ask(database(), signedIn(user), 'select nemus_withdraw_name_request()');
    }
    expect(await refused(user)).toMatchObject({ code: 'PT429', hint: 'name_request_limit' });
    const institution = await signUp(database(), { type: 'institution', institution: 'X' });
    expect((await refused(institution))?.hint).toBe('piw_required');
  });

  describe('an institution', () => {
    const CORRECT = 'select nemus_request_name($1, $2, $3, $4::text::uuid)::text as id';
    const traineeOf = async (institution: string, person: string) =>
      String(
        one(
          await database().query(
            'select id from nemus_trainees where institution_id = $1::text::uuid and user_id = $2::text::uuid',
            [institution, person],
          ),
        ).id,
      );

    it('requests the correction of a linked person’s name, who can withdraw it', async () => {
      const [scene, staff] = [await confirmed(), await hireStaff(database(), ['people'])];
      const trainee = await traineeOf(scene.institution, scene.owner);
      const other = await signUp(database(), { type: 'institution', institution: 'Andere' });
      const correct = async (who: string, first = 'Mira') =>
        refusal(database(), signedIn(who), CORRECT, [first, 'Bergmann', 'Tippfehler', trainee]);
      expect((await correct(other))?.hint).toBe('trainee_not_found');
      expect((await correct(scene.owner))?.hint).toBe('institution_required');
      expect(await correct(scene.institution)).toBeNull();
      expect(await correct(scene.institution, 'Maria')).toMatchObject({
        hint: 'name_request_open',
        values: { of: 'trainee' },
      });
      const told = await database().query(
        `select kind, facts from nemus_notifications where user_id = $1::text::uuid and kind = 'name_requested'`,
        [scene.owner],
      );
      expect(told).toEqual([
        { kind: 'name_requested', facts: { name: 'Mira Bergmann', institution: expect.any(String) } },
      ]);
      await ask(database(), signedIn(scene.owner), 'select nemus_withdraw_name_request()');
      for (let n = 0; n < 4; n += 1) {
        expect(await correct(scene.institution)).toBeNull();
        await ask(database(), signedIn(scene.owner), 'select nemus_withdraw_name_request()');
      }
      expect((await correct(scene.institution))?.hint).toBe('name_request_limit');
      // The person's own requests are counted apart.
      const own = await request(scene.owner);
      await ask(database(), signedIn(staff), DECIDE, [own, 'true', null]);
      expect(await nameOf(scene.owner)).toBe('Mira Berg');
    });

    it('does not overwrite the name that the person has given meanwhile', async () => {
      const [scene, staff] = [await setLogbookScene(database()), await hireStaff(database(), ['people'])];
      const trainee = await traineeOf(scene.institution, scene.owner);
      const correction = ['Mira', 'Bergmann', 'Tippfehler', trainee];
      const [row] = await ask(database(), signedIn(scene.institution), CORRECT, correction);
      await ask(database(), signedIn(scene.owner), RENAME, [scene.owner, 'Zoe']);
      const decided = await refusal(database(), signedIn(staff), DECIDE, [String(row?.id), 'true', null]);
      expect(decided?.hint).toBe('name_request_decided');
      expect(await nameOf(scene.owner)).toBe('Zoe Neu');
    });

    it('asks for nothing, and gets nothing, without an approval, and no one decides for the own institution', async () => {
      const [scene, staff] = [await confirmed(), await hireStaff(database(), ['people'])];
      const correction = ['Mira', 'Bergmann', 'Tippfehler', await traineeOf(scene.institution, scene.owner)];
      const [row] = await ask(database(), signedIn(scene.institution), CORRECT, correction);
      const decideAs = async (user: string) =>
        (await refusal(database(), signedIn(user), DECIDE, [String(row?.id), 'true', null]))?.hint;
      await database().query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')`, [
        scene.institution,
      ]);
      expect(await decideAs(scene.institution)).toBe('own_request');
      await database().query(
        'update nemus_institution_approvals set withdrawn_at = now() where institution_id = $1::text::uuid',
        [scene.institution],
      );
      expect(await decideAs(staff)).toBe('name_request_unlinked');
      await ask(database(), signedIn(scene.owner), 'select nemus_withdraw_name_request()');
      expect((await refusal(database(), signedIn(scene.institution), CORRECT, correction))?.hint).toBe(
        'approval_required',
      );
    });

    it('corrects nothing once the link has ended, and is told the decision', async () => {
      const [scene, staff] = [await confirmed(), await hireStaff(database(), ['people'])];
      const trainee = await traineeOf(scene.institution, scene.owner);
      const before = await nameOf(scene.owner);
      const [row] = await ask(database(), signedIn(scene.institution), CORRECT, [
        'Mira',
        'Bergmann',
        'Tippfehler',
        trainee,
      ]);
      await database().query('update nemus_trainees set user_id = null, linked_at = null where id = $1::text::uuid', [
        trainee,
      ]);
      const decide = (accept: string, answer: string | null) =>
        refusal(database(), signedIn(staff), DECIDE, [String(row?.id), accept, answer]);
      expect((await decide('true', null))?.hint).toBe('name_request_unlinked');
      expect(await nameOf(scene.owner)).toBe(before);
      expect(await decide('false', 'Die Verbindung ist beendet.')).toBeNull();
      const told = await database().query(
        `select facts from nemus_notifications where user_id = $1::text::uuid and kind = 'name_decided'`,
        [scene.institution],
      );
      // That it was declined, not what staff answered a person who left.
      expect(told).toEqual([{ facts: { accepted: false, person: expect.any(String), name: 'Mira Bergmann' } }]);
    });
  });
}
