import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';

const profileOf = async (database: TestDatabase, id: string) =>
  one(
    await database.query(
      `select user_type, first_name, last_name, institution_name, email from nemus_profiles
       where user_id = $1::text::uuid`,
      [id],
    ),
  );

export function accountCases(database: () => TestDatabase): void {
  it('makes the profile from the metadata of the sign-up', async () => {
    const id = await signUp(database(), { type: 'institution', first: ' Ina ', last: 'Roth', institution: 'Klinik' });
    expect(await profileOf(database(), id)).toEqual({
      user_type: 'institution',
      first_name: 'Ina',
      last_name: 'Roth',
      institution_name: 'Klinik',
      email: `${id}@nemus.example`,
    });
  });

  it.each(['piw', 'admin', 'service_role', '', 'INSTITUTION'])(
    'takes %p for a piw, without institution',
    async (type) => {
      const id = await signUp(database(), { type, institution: 'Klinik' });
      expect(await profileOf(database(), id)).toMatchObject({ user_type: 'piw', institution_name: null });
    },
  );

  it('lets no account change its type, and follows its e-mail address', async () => {
    const id = await signUp(database());
    await database().query(
      `update auth.users set raw_user_meta_data = '{"user_type": "institution"}', email = $2 where id = $1::text::uuid`,
      [id, `neu-${id}@nemus.example`],
    );
    expect(await profileOf(database(), id)).toMatchObject({ user_type: 'piw', email: `neu-${id}@nemus.example` });
    expect(
      await refusal(database(), signedIn(id), `update nemus_profiles set user_type = 'institution'`),
    ).toMatchObject({
      code: '42501',
    });
    await expect(
      database().query(`update nemus_profiles set user_type = 'institution' where user_id = $1::text::uuid`, [id]),
    ).rejects.toMatchObject({ code: 'PT409', hint: 'immutable_account' });
  });

  it("takes a client's own insert when there is no profile, but not its word for what it is", async () => {
    const id = await signUp(database());
    await database().query('delete from nemus_profiles where user_id = $1::text::uuid', [id]);
    const rows = await ask(
      database(),
      signedIn(id),
      `insert into nemus_profiles (user_id, user_type, first_name, last_name, institution_name, email)
       values ($1::text::uuid, 'institution', 'Eva', 'Test', 'Klinik', 'fremd@nemus.example')
       returning user_type, first_name, institution_name, email`,
      [id],
    );
    expect(rows).toEqual([
      { user_type: 'piw', first_name: 'Eva', institution_name: null, email: `${id}@nemus.example` },
    ]);
  });

  it('gives an institution a balance and settings with the defaults of S-7.14', async () => {
    const id = await signUpInstitution(database(), 'Praxis am Ring');
    expect(
      await ask(
        database(),
        signedIn(id),
        'select total_credits, used_credits, available_credits from nemus_credit_balances',
      ),
    ).toEqual([{ total_credits: 0, used_credits: 0, available_credits: 0 }]);
    const settings = one(await ask(database(), signedIn(id), 'select * from nemus_institution_settings'));
    expect(settings).toMatchObject({
      institution_name: 'Praxis am Ring',
      email_notifications: true,
      sms_notifications: false,
      marketing_emails: false,
      weekly_reports: true,
      two_factor_enabled: false,
      login_alerts: true,
      billing_email: '',
      invoice_frequency: 'monthly',
    });
    await ask(database(), signedIn(id), `update nemus_institution_settings set institution_name = 'Praxis Neu'`);
    expect(await profileOf(database(), id)).toMatchObject({ institution_name: 'Praxis Neu' });
  });

  it.each([
    "billing_email = 'kein'",
    "institution_website = 'ftp://x'",
    "institution_phone = 'abc'",
    "invoice_frequency = 'daily'",
  ])('refuses settings that are none: %s', async (assignment) => {
    const id = await signUpInstitution(database());
    const refused = await refusal(database(), signedIn(id), `update nemus_institution_settings set ${assignment}`);
    expect(refused?.code).toBe('23514');
  });

  it('gives a new account nothing of the sample set when it is off, and a trainee the targets', async () => {
    const id = await signUp(database());
    const caller = signedIn(id);
    expect(
      await ask(
        database(),
        caller,
        'select area, completed_units, target_units from nemus_training_progress order by area',
      ),
    ).toEqual([
      { area: 'elearning', completed_units: 0, target_units: 150 },
      { area: 'practice', completed_units: 0, target_units: 350 },
      { area: 'theory', completed_units: 0, target_units: 500 },
    ]);
    expect(await ask(database(), caller, 'select * from nemus_my_appointments')).toEqual([]);
    expect(await ask(database(), caller, 'select * from nemus_certificates')).toEqual([]);
  });

  it('gives a new trainee the figures of S-11.7 when it is on, with something to come and something past', async () => {
    await setSampleData(database(), true);
    const caller = signedIn(await signUp(database()));
    await setSampleData(database(), false);
    expect(
      await ask(
        database(),
        caller,
        'select area, completed_units, target_units from nemus_training_progress order by area',
      ),
    ).toEqual([
      { area: 'elearning', completed_units: 85, target_units: 150 },
      { area: 'practice', completed_units: 240, target_units: 350 },
      { area: 'theory', completed_units: 325, target_units: 500 },
    ]);
    const counts = one(
      await ask(
        database(),
        caller,
        `select count(*) filter (where starts_at > now() and status in ('confirmed', 'waitlist'))::int as upcoming,
           count(*) filter (where ends_at < now())::int as past,
           count(*) filter (where status = 'waitlist' and waitlist_position > 0)::int as waiting
         from nemus_my_appointments`,
      ),
    );
    expect(counts).toEqual({ upcoming: 6, past: 3, waiting: 1 });
    expect(await ask(database(), caller, 'select count(*)::int as n from nemus_competency_progress')).toEqual([
      { n: 6 },
    ]);
    expect(await ask(database(), caller, 'select sum(units)::int as units from nemus_learning_courses')).toEqual([
      { units: 127 },
    ]);
  });

  it('counts nothing of an institution sample as made in the portal', async () => {
    await setSampleData(database(), true);
    const caller = signedIn(await signUpInstitution(database()));
    await setSampleData(database(), false);
    expect(await ask(database(), caller, 'select nemus_institution_overview() as counters')).toEqual([
      { counters: { linked_trainees: 0, bookings_this_month: 0 } },
    ]);
    expect(await ask(database(), caller, 'select distinct total_hours from nemus_trainees')).toEqual([
      { total_hours: 600 },
    ]);
    expect(await ask(database(), caller, 'select number from nemus_invoices')).toEqual([]);
  });

  it('takes everything of an account that never bought anything away with it', async () => {
    await setSampleData(database(), true);
    const id = await signUpInstitution(database());
    await setSampleData(database(), false);
    await database().query('delete from auth.users where id = $1::text::uuid', [id]);
    expect(await database().query('select 1 from nemus_invoices where user_id = $1::text::uuid', [id])).toEqual([]);
  });

  it('knows no account that it does not have', async () => {
    expect(await ask(database(), signedIn(randomUUID()), 'select * from nemus_profiles')).toEqual([]);
  });
}
