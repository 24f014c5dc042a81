import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import { addConfirmer, addEntry, setLogbookScene } from '../scenes/logbook';
import { one } from '../scenes/rows';
import { decide, decisionRefused, SAVE_ROLE } from '../scenes/sign-off';
import { linkTrainee } from '../scenes/trainees';

const SAVE = 'select nemus_save_confirmer($1, $2, $3::text::uuid)::text as id';
const ACCEPT = 'select nemus_accept_confirming($1::text::uuid)';
const DECLINE = 'select nemus_decline_confirming($1::text::uuid)';

/** People named by institutions, and roles that exclude each other. */
export function confirmingPeopleCases(database: () => TestDatabase): void {
  const name = async (institution: string, email = freshAddress('lehr')) =>
    String(one(await ask(database(), signedIn(institution), SAVE, ['Ada Lehr', email, null])).id);
  const giveRole = (
    institution: string,
    person: string,
    role: string,
    [from, until, trainee = null]: readonly [string, string | null, (string | null)?],
  ) => refusal(database(), signedIn(institution), SAVE_ROLE, [person, role, from, until, trainee]);

  it('an institution names people, each address once, with words beside the field', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('lehr');
    const id = await name(institution, email);
    const again = [['Ada Lehr', email.toUpperCase(), null], { field: 'email', name: 'Ada Lehr' }] as const;
    expect(await refusal(database(), signedIn(institution), SAVE, again[0])).toMatchObject({
      hint: 'confirmer_email_taken',
      values: again[1],
    });
    for (const [values, field, problem] of [
      [['', email, id], 'name', 'missing'],
      [['Ada', 'keine', null], 'email', 'email'],
      [['Ada', null, null], 'email', 'missing'],
      [['x'.repeat(201), email, id], 'name', 'too_long'],
    ] as const) {
      expect(await refusal(database(), signedIn(institution), SAVE, values)).toMatchObject({
        hint: 'invalid_field',
        values: { field, problem },
      });
    }
    await ask(database(), signedIn(institution), SAVE, [' Ada   Neu ', freshAddress(), id]);
    const people = one(await ask(database(), signedIn(institution), 'select nemus_confirming_people() as p')).p;
    expect(people).toMatchObject([{ id, name: 'Ada Neu', state: 'invited', open: 0, roles: [], deputies: [] }]);
  });

  it('names a person with the role in one step, both or neither, and gives a known address the role', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('lehr');
    const NAME = `select nemus_name_confirmer($1, $2, $3, $4::text::date)::text as id`;
    const named = async (called: string, role: string, from = dayFrom(-400)) =>
      one(await ask(database(), signedIn(institution), NAME, [called, email, role, from])).id;
    const refused = (values: readonly (string | null)[]) => refusal(database(), signedIn(institution), NAME, values);
    // The role is impossible: the person is not on the list either.
    expect(await refused(['Ada Lehr', email, 'chef', dayFrom()])).toMatchObject({ values: { field: 'role' } });
    expect(one(await ask(database(), signedIn(institution), 'select nemus_confirming_people() as p')).p).toEqual([]);
    const id = await named('Ada Lehr', 'leader');
    // The mailbox of another person: their hours would be confirmed in the wrong name.
    expect(await refused(['Bea Anders', email, 'supervision', dayFrom(-400)])).toMatchObject({
      hint: 'confirmer_email_taken',
      values: { field: 'email', name: 'Ada Lehr' },
    });
    expect(await named('Dr. Ada  LEHR', 'supervision')).toBe(id);
    expect(one(await ask(database(), signedIn(institution), 'select nemus_confirming_people() as p')).p).toMatchObject([
      { id, name: 'Ada Lehr', roles: [{ role: 'leader', valid_from: dayFrom(-400) }, { role: 'supervision' }] },
    ]);
    // Twice: the role exists already. And the first day is at most ten years ago.
    expect(await refused(['Ada Lehr', email, 'leader', dayFrom()])).toMatchObject({ hint: 'role_overlaps' });
    expect(await refused(['Ada Lehr', email, 'lecturer', dayFrom(-3700)])).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'valid_from', problem: 'too_early' },
    });
    expect(await refused(['Ada Lehr', email, 'self_experience', dayFrom(-10)])).toMatchObject({
      hint: 'forbidden_pair',
    });
    expect(
      await refusal(database(), signedIn(await signUp(database())), NAME, ['Ada', freshAddress(), 'leader', dayFrom()]),
    ).toMatchObject({ code: 'PT403' });
  });

  it('only approved institutions name people', async () => {
    const [institution, other] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const id = await name(institution);
    const piw = await signUp(database());
    expect(await refusal(database(), signedIn(piw), SAVE, ['Ada', 'a@x.example', null])).toMatchObject({
      hint: 'institution_required',
    });
    const fresh = await signUp(database(), { type: 'institution', institution: 'Neu' });
    expect(await refusal(database(), signedIn(fresh), SAVE, ['Ada', 'a@x.example', null])).toMatchObject({
      hint: 'approval_required',
    });
    expect(await refusal(database(), signedIn(other), SAVE, ['Ada', 'a@x.example', id])).toMatchObject({
      hint: 'confirmer_not_found',
    });
    const end = 'select nemus_end_confirmer($1::text::uuid)';
    expect(await refusal(database(), signedIn(other), end, [id])).toMatchObject({ hint: 'confirmer_not_found' });
    expect(await giveRole(other, id, 'leader', [dayFrom(), null])).toMatchObject({ hint: 'confirmer_not_found' });
    const { trainee } = await linkTrainee(database(), other);
    expect(await giveRole(institution, id, 'leader', [dayFrom(), null, trainee])).toMatchObject({
      hint: 'trainee_not_found',
    });
    expect(await giveRole(institution, id, 'leader', [dayFrom(), dayFrom(-1)])).toMatchObject({
      hint: 'invalid_field',
      values: { field: 'valid_until', problem: 'before_start' },
    });
  });

  it('the account of the named address accepts, confirmed alone; then the address stays', async () => {
    const institution = await signUpInstitution(database());
    const email = freshAddress('lehr');
    const id = await name(institution, email);
    const account = await signUp(database(), { email: email.toUpperCase() });
    const thief = await signUp(database());
    await database().query('update nemus_profiles set email = $2 where user_id = $1::text::uuid', [thief, email]);
    for (const statement of [ACCEPT, DECLINE]) {
      expect(await refusal(database(), signedIn(thief), statement, [id])).toMatchObject({
        hint: 'confirmer_not_found',
      });
    }
    const confirm = (at: string) =>
      database().query(`update auth.users set email_confirmed_at = ${at} where id = $1::text::uuid`, [account]);
    await confirm('null');
    expect(await refusal(database(), signedIn(account), ACCEPT, [id])).toMatchObject({ hint: 'confirmer_not_found' });
    await confirm('now()');
    const status = one(await ask(database(), signedIn(account), 'select nemus_sign_off_status() as s')).s;
    expect(status).toMatchObject({ people: [], invitations: [{ confirmer_id: id, institution: 'Ambulanz am Park' }] });
    await ask(database(), signedIn(account), ACCEPT, [id]);
    await ask(database(), signedIn(account), ACCEPT, [id]);
    expect(await refusal(database(), signedIn(institution), SAVE, ['Ada', freshAddress(), id])).toMatchObject({
      hint: 'confirmer_accepted',
      values: { field: 'email' },
    });
    await ask(database(), signedIn(account), DECLINE, [id]);
    await ask(database(), signedIn(account), DECLINE, [id]);
    expect(await refusal(database(), signedIn(account), ACCEPT, [id])).toMatchObject({ hint: 'confirmer_not_found' });
    expect(one(await ask(database(), signedIn(institution), 'select nemus_confirming_people() as p')).p).toMatchObject([
      { id, state: 'declined' },
    ]);
  });

  it('leader and self-experience leader of one trainee are not one person while both hold', async () => {
    const institution = await signUpInstitution(database());
    const [anna, ben] = [await linkTrainee(database(), institution), await linkTrainee(database(), institution)];
    const id = await name(institution);
    expect(await giveRole(institution, id, 'leader', [dayFrom(-100), dayFrom(-50), anna.trainee])).toBeNull();
    const pair = { code: 'PT409', hint: 'forbidden_pair', values: { field: 'role' } };
    // The last day of the one is a day of the other; all trainees include this one; the other way round.
    for (const when of [
      [dayFrom(-50), null, anna.trainee],
      [dayFrom(-200), dayFrom(-100), anna.trainee],
      [dayFrom(-60), dayFrom(-55), null],
    ] as const) {
      expect(await giveRole(institution, id, 'self_experience', when)).toMatchObject(pair);
    }
    expect(await giveRole(institution, id, 'self_experience', [dayFrom(-49), null, anna.trainee])).toBeNull();
    expect(await giveRole(institution, id, 'self_experience', [dayFrom(-100), null, ben.trainee])).toBeNull();
    expect(await giveRole(institution, id, 'leader', [dayFrom(), null])).toMatchObject(pair);
    expect(await giveRole(institution, id, 'supervision', [dayFrom(-100), null])).toBeNull();
    // Not by changing one, either, nor by writing past the functions.
    await expect(
      database().query(`update nemus_confirmer_roles set role = 'leader' where confirmer_id = $1::text::uuid`, [id]),
    ).resolves.toBeDefined();
    await expect(
      database().query(
        `insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from)
         values ($1::text::uuid, $2::text::uuid, 'self_experience', current_date)`,
        [id, institution],
      ),
    ).rejects.toMatchObject({ hint: 'forbidden_pair' });
  });

  it('one person is one over institutions: by address, and by account once it has accepted', async () => {
    const [nord, sued] = [await signUpInstitution(database()), await signUpInstitution(database())];
    const { account, trainee } = await linkTrainee(database(), nord);
    await database().query(
      `insert into nemus_trainees (institution_id, first_name, last_name, email, user_id, linked_at)
       values ($1::text::uuid, 'Eva', 'Test', $2, $3::text::uuid, now())`,
      [sued, freshAddress(), account],
    );
    const email = freshAddress('lehr');
    const [here, there] = [await name(nord, email), await name(sued, email)];
    expect(await giveRole(nord, here, 'leader', [dayFrom(-9), null, trainee])).toBeNull();
    expect(await giveRole(sued, there, 'self_experience', [dayFrom(-9), null])).toMatchObject({
      hint: 'forbidden_pair',
    });
    // With another address, accepting is refused: by then it is one person.
    const second = freshAddress('lehr');
    const other = await name(sued, second);
    expect(await giveRole(sued, other, 'self_experience', [dayFrom(-9), null])).toBeNull();
    const teacher = await signUp(database(), { email });
    await ask(database(), signedIn(teacher), ACCEPT, [here]);
    await database().query('update auth.users set email = $2 where id = $1::text::uuid', [teacher, second]);
    expect(await refusal(database(), signedIn(teacher), ACCEPT, [other])).toMatchObject({ hint: 'forbidden_pair' });
    // A person without shared trainees: two institutions that know nothing of each other.
    const west = await signUpInstitution(database());
    const far = await name(west, email);
    expect(await giveRole(west, far, 'self_experience', [dayFrom(-9), null])).toBeNull();
  });

  it('who confirmed as the one never confirms as the other, however the roles stand by then', async () => {
    const scene = await setLogbookScene(database());
    const both = await addConfirmer(database(), scene.institution, ['leader'], {
      from: dayFrom(-90),
      until: dayFrom(-50),
    });
    expect(
      await giveRole(scene.institution, both.id, 'self_experience', [dayFrom(-40), null, scene.trainee]),
    ).toBeNull();
    const of = { ...scene, confirmer: both };
    const led = await addEntry(database(), of, 'submitted', { day: dayFrom(-60) });
    const self = await addEntry(database(), of, 'submitted', { category: 'self_experience', day: dayFrom(-30) });
    await decide(database(), both.account, [led]);
    expect(await decisionRefused(database(), both.account, [self])).toMatchObject({
      code: 'PT409',
      hint: 'forbidden_pair',
    });
    const again = await addEntry(database(), of, 'submitted', { day: dayFrom(-61) });
    expect(one(await decide(database(), both.account, [again])).decided).toBe(1);
  });

  it('the self-experience leader cannot be the leader’s deputy', async () => {
    const scene = await setLogbookScene(database());
    await database().query('delete from nemus_confirmer_roles where confirmer_id = $1::text::uuid', [scene.deputy.id]);
    expect(
      await giveRole(scene.institution, scene.deputy.id, 'self_experience', [dayFrom(-40), null, scene.trainee]),
    ).toBeNull();
    const id = await addEntry(database(), scene, 'submitted');
    expect(await decisionRefused(database(), scene.deputy.account, [id])).toMatchObject({
      hint: 'forbidden_pair',
    });
  });

  it('a deputy needs an account, represents another person of the list, and only until the end date', async () => {
    const scene = await setLogbookScene(database());
    const SAVE_DEPUTY =
      'select nemus_save_deputy($1::text::uuid, $2::text::uuid, $3::text::date, $4::text::date)::text as id';
    const save = (deputy: string | null, from: string, until: string | null) =>
      refusal(database(), signedIn(scene.institution), SAVE_DEPUTY, [scene.confirmer.id, deputy, from, until]);
    expect(await save(scene.confirmer.id, dayFrom(), dayFrom())).toMatchObject({ hint: 'invalid_field' });
    expect(await save(null, dayFrom(), dayFrom())).toMatchObject({ values: { field: 'deputy', problem: 'missing' } });
    expect(await save(scene.deputy.id, dayFrom(), null)).toMatchObject({
      values: { field: 'valid_until', problem: 'missing' },
    });
    expect(await save(await name(scene.institution), dayFrom(), dayFrom())).toMatchObject({
      hint: 'deputy_without_account',
    });
    const stand = one(
      await database().query('select id::text from nemus_confirmer_deputies where deputy_id = $1::text::uuid', [
        scene.deputy.id,
      ]),
    ).id;
    const END = 'select nemus_end_deputy($1::text::uuid)';
    const outsider = await signUpInstitution(database());
    expect(await refusal(database(), signedIn(outsider), END, [stand])).toMatchObject({ hint: 'deputy_not_found' });
    const entry = await addEntry(database(), scene, 'submitted');
    await ask(database(), signedIn(scene.institution), END, [stand]);
    expect(await decisionRefused(database(), scene.deputy.account, [entry])).toMatchObject({ hint: 'entry_not_found' });
  });

  it('a role that is ended holds until today, and one that has not begun goes', async () => {
    const institution = await signUpInstitution(database());
    const id = await name(institution);
    const END = 'select nemus_end_confirmer_role($1::text::uuid)';
    for (const [from, left] of [
      [dayFrom(-3), [{ until: dayFrom() }]],
      [dayFrom(3), []],
    ] as const) {
      const role = one(await ask(database(), signedIn(institution), SAVE_ROLE, [id, 'lecturer', from, null, null])).id;
      await ask(database(), signedIn(institution), END, [role]);
      expect(
        await database().query(
          'select valid_until::text as until from nemus_confirmer_roles where id = $1::text::uuid',
          [role],
        ),
      ).toEqual(left);
    }
    const outsider = await signUpInstitution(database());
    const role = one(
      await ask(database(), signedIn(institution), SAVE_ROLE, [id, 'lecturer', dayFrom(1), null, null]),
    ).id;
    expect(await refusal(database(), signedIn(outsider), END, [role])).toMatchObject({
      hint: 'confirmer_role_not_found',
    });
  });

  it('a role begins in the past and is edited, and never overlaps itself', async () => {
    const scene = await setLogbookScene(database());
    const { institution } = scene;
    const id = await name(institution);
    const save = (values: readonly (string | null)[]) =>
      refusal(
        database(),
        signedIn(institution),
        'select nemus_save_confirmer_role($1::text::uuid, $2, $3::text::date, $4::text::date, $5, $6::text::uuid, $7::text::uuid)',
        [id, ...values],
      );
    expect(await save(['supervision', dayFrom(-400), dayFrom(-200), '', null, null])).toBeNull();
    const { role } = one(
      await database().query('select id::text as role from nemus_confirmer_roles where confirmer_id = $1::text::uuid', [
        id,
      ]),
    );
    const overlap = { code: 'PT409', hint: 'role_overlaps', values: { field: 'valid_from', from: dayFrom(-400) } };
    for (const values of [
      ['supervision', dayFrom(-200), null, '', null, null],
      ['supervision', dayFrom(-500), null, '', null, null],
      // Covered by the role for everyone and everywhere.
      ['supervision', dayFrom(-300), dayFrom(-250), 'Ambulanz', scene.trainee, null],
    ]) {
      expect(await save(values)).toMatchObject(overlap);
    }
    expect(await save(['supervision', dayFrom(-199), dayFrom(-100), 'Ambulanz', null, null])).toBeNull();
    expect(await save(['supervision', dayFrom(-199), null, 'Tagesklinik', null, null])).toBeNull();
    expect(await save(['lecturer', dayFrom(-400), null, '', null, null])).toBeNull();
    // The role itself is no obstacle to its own change.
    expect(await save(['supervision', dayFrom(-600), dayFrom(-201), '', null, String(role)])).toBeNull();
    expect((await save(['supervision', dayFrom(-600), dayFrom(-150), '', null, String(role)]))?.hint).toBe(
      'role_overlaps',
    );
  });
}
