import { ask, refusal, signedIn, type Caller, type Connection, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { fillEveryTable } from '../scenes/every-table';
import { signUpInstitution } from '../scenes/institutions';
import { hireStaff } from '../scenes/staff';
import { openAccount, orderByTransfer, signUpTrusted } from '../scenes/transfers';

const now = () => Math.floor(Date.now() / 1000);
/** The account, with a sign-in of this moment. */
const fresh = (userId: string): Caller => ({ ...signedIn(userId), signedInAt: now() });

/** Every column of the database that contains a text, as `table.column`. */
async function findText(connection: Connection, text: string): Promise<string[]> {
  const columns = await connection.query(
    `select format('%I.%I', n.nspname, c.relname) as source, a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind = 'r' and a.attnum > 0
       and not a.attisdropped order by 1, 2`,
  );
  const found: string[] = [];
  for (const { source, name } of columns) {
    const rows = await connection.query(
      `select 1 from ${String(source)} where strpos(lower(${JSON.stringify(String(name))}::text),
         ${name === 'search_text' ? 'private.nemus_search_form' : 'lower'}($1)) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(`${String(source)}.${String(name)}`);
  }
  return found;
}

const remove = 'select nemus_delete_account()';
const terms = async (connection: Connection, account: string) =>
  (await ask(connection, signedIn(account), 'select nemus_deletion_terms() as terms'))[0]?.terms;

/** Rows that refer to the sign-in, not to the profile. */
async function addReleaseRows(connection: Connection, account: string): Promise<void> {
  await connection.query(`insert into nemus_release_teams (name) values ('deletion') on conflict do nothing`);
  for (const statement of [
    `insert into nemus_release_members (team, user_id) values ('deletion', $1::text::uuid)`,
    `insert into nemus_release_operators (user_id) values ($1::text::uuid)`,
    `insert into nemus_release_health (environment, remote, version, user_id) values ('production', 'trainee', '1.0.0-0123abcd', $1::text::uuid)`,
    `insert into private.nemus_release_reporters (user_id, since, reports) values ($1::text::uuid, now(), 1) on conflict do nothing`,
    `insert into nemus_release_overrides (user_id, environment, remote, url, until)
     values ($1::text::uuid, 'production', 'trainee', 'https://x.example/', now() + interval '1 hour')`,
  ]) {
    await connection.query(statement, [account]);
  }
}

/** Tables with a personal column that no foreign key ties to an account, and what ends their rows. */
const WITHOUT_ACCOUNT: Readonly<Record<string, string>> = {
  nemus_appointments: 'no person: the course and its dates',
  nemus_courses: 'no person: the catalogue',
  nemus_credit_entries: 'the end of the retention deletes them (nemus_forget_account)',
  nemus_learning_versions: 'no person: texts of courses',
  nemus_orders: 'the end of the retention deletes them (nemus_forget_account)',
  nemus_release_changes: 'kept: the history of releases names its authors',
  nemus_requirement_categories: 'no person: rules of a requirement set',
  nemus_requirement_credits: 'no person: rules of a requirement set',
  nemus_requirement_figures: 'no person: figures of a requirement set',
  nemus_requirement_sets: 'no person: rules of a chamber',
  nemus_tax_treatments: 'no person: rules of a country',
  'private.nemus_area_report_sources': 'keyed hash of a network, deleted with its hour',
  'private.nemus_asked_codes': 'hash of a number, deleted after two days',
  'private.nemus_audit_log': 'kept: acts of staff outlive the account',
  'private.nemus_certificate_revocations': 'kept: a number without a name, the paper still exists',
  'private.nemus_invoice_series': 'no person: counters',
  'private.nemus_order_entries': 'the end of the retention deletes them (nemus_forget_account)',
  'private.nemus_policy_reports': 'no person: counts, deleted after 30 days',
  'private.nemus_provider_events': 'no person: ids of events of the payment provider',
  'private.nemus_sent_invitations': 'hash of an address, deleted after two days',
  'private.nemus_team_addresses': 'address of a team, removed by operators',
  'private.nemus_withdrawal_sources': 'keyed hash of a network, deleted after a day',
};

/** Tables with a reference to accounts or a personal column that the deletion of an account does not reach. */
const UNREACHED = `
  with recursive ours as (
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and c.relname like 'nemus\\_%'),
  reached (oid) as (
    select c.oid from pg_class c where c.oid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
    union
    select k.conrelid from pg_constraint k join reached r on r.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype in ('c', 'n'))
  select o.oid::regclass::text as name from ours o
  where o.oid not in (select oid from reached) and exists (select from pg_attribute a
    where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
      and a.attname ~ '(^|_)(email|mailbox|phone|number|first|last|holder|recipient|street|person|account|actor|user|who|by|note|reason|ip|agent|source|institution)(_|$)')
  order by 1`;

export function accountDeletionCases(database: () => TestDatabase): void {
  it('an account that never bought anything goes with all its rows, and one that did keeps its invoices alone', async () => {
    const connection = database();
    const { piw, institution } = await fillEveryTable(connection);
    const [{ email: address } = { email: '' }] = await connection.query(
      'select email from nemus_profiles where user_id = $1::text::uuid',
      [institution],
    );
    for (const item of [piw, institution]) {
      await connection.query('select nemus_note_outcome($1, $2, $3)', ['remind-confirmers', item, 'broken']);
    }
    expect(await terms(connection, piw)).toMatchObject({ purchases: false, keep_until: null, blocked_by: null });
    await ask(connection, fresh(piw), remove);
    expect(await findText(connection, piw)).toEqual([]);
    // What its institution wrote down is that one's, without the account.
    expect(await findText(connection, 'mona.kern@praxis.example')).toEqual([
      'public.nemus_invitations.email',
      'public.nemus_trainees.email',
      'public.nemus_trainees.search_text',
    ]);

    await connection.query(
      `update nemus_subscriptions set cancel_at_period_end = true where institution_id = $1::text::uuid`,
      [institution],
    );
    expect(await terms(connection, institution)).toMatchObject({ purchases: true, blocked_by: null });
    await addReleaseRows(connection, institution);
    await connection.query(
      `update auth.users set email_change = 'neue.adresse@praxis.example', email_change_token_new = 'offen' where id = $1::text::uuid`,
      [institution],
    );
    await ask(connection, fresh(institution), remove);
    expect(await findText(connection, 'neue.adresse@praxis.example')).toEqual([]);
    expect(await findText(connection, String(address))).toEqual(['public.nemus_invoices.buyer']);
    expect(await findText(connection, 'mona.kern')).toEqual([]);
    expect(await findText(connection, institution)).toEqual([
      'auth.users.email',
      'auth.users.id',
      'private.nemus_deleted_accounts.user_id',
      'private.nemus_provider_customers.user_id',
      'private.nemus_provider_subscriptions.institution_id',
      // Of two days, for a limit.
      'private.nemus_sent_invitations.institution_id',
      'public.nemus_credit_balances.institution_id',
      'public.nemus_credit_entries.institution_id',
      // The address that it was sent to, which here has the account's id in it.
      'public.nemus_invoices.buyer',
      'public.nemus_invoices.user_id',
      'public.nemus_orders.user_id',
      'public.nemus_profiles.email',
      'public.nemus_profiles.user_id',
      'public.nemus_subscriptions.institution_id',
      'public.nemus_transactions.user_id',
    ]);
    const [account] = await connection.query(
      `select banned_until > now() + interval '50 years' as banned, encrypted_password from auth.users where id = $1::text::uuid`,
      [institution],
    );
    expect(account).toEqual({ banned: true, encrypted_password: '' });

    // Legal retention keeps it; then everything is removed, and the invoices with it.
    const forget = 'select private.nemus_forget_deleted_accounts() as n';
    const letPass = (day: string) =>
      connection.query(`update private.nemus_deleted_accounts set keep_until = ${day} where user_id = $1::text::uuid`, [
        institution,
      ]);
    expect(await connection.query(forget)).toEqual([{ n: 0 }]);
    await letPass('current_date - 1');
    // An invoice of this year is kept for its own eight.
    expect(await connection.query(forget)).toEqual([{ n: 0 }]);
    await expect(
      connection.query('delete from nemus_invoices where user_id = $1::text::uuid', [institution]),
    ).rejects.toThrow('append_only');
    await connection.query('set session_replication_role = replica');
    await connection.query(
      `update nemus_invoices set issued_on = issued_on - interval '9 years' where user_id = $1::text::uuid`,
      [institution],
    );
    await connection.query('set session_replication_role = default');
    expect(await connection.query(forget)).toEqual([{ n: 1 }]);
    expect(await findText(connection, institution)).toEqual(['private.nemus_sent_invitations.institution_id']);
    expect(await findText(connection, String(address))).toEqual([]);
  });

  it('reaches every table with personal data, or says what ends its rows: a new table is one of them', async () => {
    const found = await database().query(UNREACHED);
    expect(found.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_ACCOUNT).toSorted());
  });

  it('asks for a sign-in of the last ten minutes', async () => {
    const account = await signUp(database());
    const tries: [Caller, string][] = [
      [signedIn(account), 'PT403'],
      [{ ...signedIn(account), signedInAt: now() - 601 }, 'PT403'],
      // A code of the second factor proves no password.
      [{ ...signedIn(account), signedInAt: now() - 601, factorAt: now() }, 'PT403'],
    ];
    for (const [caller, code] of tries) {
      expect(await refusal(database(), caller, remove)).toMatchObject({ code, hint: 'sign_in_again' });
    }
    expect(await findText(database(), account)).not.toEqual([]);
  });

  it('keeps the only account that gives roles, and an institution whose subscription goes on', async () => {
    const connection = database();
    const staff = await signUp(connection);
    await connection.query('begin');
    try {
      await connection.query(`delete from nemus_staff where role = 'people'`);
      await connection.query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')`, [staff]);
      // One who cannot act keeps nothing running.
      const blocked = await signUp(connection);
      await connection.query(`insert into nemus_staff (user_id, role) values ($1::text::uuid, 'people')`, [blocked]);
      await connection.query(
        `update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`,
        [blocked],
      );
      await connection.query('savepoint asked');
      await connection.query(`select set_config('request.jwt.claim.sub', $1, true)`, [staff]);
      const [row] = await connection.query('select public.nemus_deletion_terms() as terms');
      expect(row?.terms).toMatchObject({ blocked_by: 'last_staff' });
    } finally {
      await connection.query('rollback');
    }
    const institution = await signUpInstitution(connection);
    await connection.query(
      `insert into nemus_subscriptions (institution_id, tier, status, current_period_end)
       values ($1::text::uuid, 'yearly', 'active', now() + interval '1 year')`,
      [institution],
    );
    for (const status of ['active', 'unpaid', 'paused']) {
      await connection.query('update nemus_subscriptions set status = $2 where institution_id = $1::text::uuid', [
        institution,
        status,
      ]);
      expect(await refusal(connection, fresh(institution), remove)).toMatchObject({
        code: 'PT409',
        hint: 'subscription_running',
      });
    }
  });

  it('keeps an institution that has an invoice to pay by transfer, until it is paid', async () => {
    const connection = database();
    await openAccount(connection);
    const staff = await hireStaff(connection, ['orders']);
    const institution = await signUpTrusted(connection, staff);
    const { invoice_id: invoice } = await orderByTransfer(connection, institution, 100);
    expect(await terms(connection, institution)).toMatchObject({ blocked_by: 'invoice_open' });
    const refused = { code: 'PT409', hint: 'invoice_open' };
    expect(await refusal(connection, fresh(institution), remove)).toMatchObject(refused);
    const arrived = `select nemus_enter_receipts(jsonb_build_array(jsonb_build_object('invoice_id', $1::text,
      'amount_cents', 20000, 'received_on', (now() at time zone 'Europe/Berlin')::date, 'reference', 'NE')))`;
    await ask(connection, signedIn(staff), arrived, [invoice]);
    expect(await refusal(connection, fresh(institution), remove)).toBeNull();
  });

  it('exports every row of the account, none of others, and no column that it may not read', async () => {
    const connection = database();
    const [piw, other] = [await signUp(connection, { last: 'Zander' }), await signUp(connection, { last: 'Fremd' })];
    await connection.query(
      `insert into nemus_logbook_entries (user_id, category, minutes, done_on, note)
       values ($1::text::uuid, 'theory', 45, current_date, 'Eigene Notiz'),
         ($2::text::uuid, 'theory', 45, current_date, 'Fremde Notiz')`,
      [piw, other],
    );
    for (const user of [piw, other]) {
      await connection.query(
        `select private.nemus_tell($1::text::uuid, null, 'sign_off_returned', 'export', '{"confirmer": "Ada"}', '/logbook')`,
        [user],
      );
    }
    const [row] = await ask(connection, fresh(piw), 'select nemus_export_account()::text as file');
    const file = String(row?.file);
    expect(JSON.parse(file)).toMatchObject({
      format: 'nemus-account',
      version: 1,
      account: { id: piw },
      tables: {
        profiles: [{ last_name: 'Zander' }],
        logbook_entries: [{ note: 'Eigene Notiz' }],
        notification_sendings: [{ channel: 'mail', user_id: piw }],
      },
    });
    expect(file).not.toContain('Fremd');
    expect(file).not.toContain(other);
    expect(file).not.toMatch(/hash|encrypted/);
  });
}
