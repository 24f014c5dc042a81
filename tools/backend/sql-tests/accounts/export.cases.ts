import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy } from '../scenes/checkouts';
import { addFactor, withFactor, withoutFactor } from '../scenes/factors';
import { signUpInstitution } from '../scenes/institutions';
import { addEntry, setLogbookScene } from '../scenes/logbook';
import { addMember } from '../scenes/members';
import { one } from '../scenes/rows';

const EXPORT = 'select nemus_export_account() as file';

/**
 * Owner columns that are in no export, and why. A new table with an owner is either named in nemus_exported_tables or
 * here.
 */
const NOT_EXPORTED: Readonly<Record<string, string>> = {
  'private.nemus_calendars.user_id': 'secret',
  'private.nemus_deleted_accounts.user_id': 'a deleted account exports nothing',
  'private.nemus_logbook_sums.user_id': 'sums of exported entries',
  'private.nemus_notification_sendings.institution_id': 'a mail belongs to its recipient',
  'private.nemus_order_entries.user_id': 'movements behind the sums of exported orders',
  'private.nemus_organisation_log.institution_id': 'names members; administration reads it on its page',
  'private.nemus_provider_customers.user_id': 'a key of the payment provider',
  'private.nemus_provider_subscriptions.institution_id': 'a key of the payment provider',
  'private.nemus_recovery_codes.user_id': 'secret',
  'private.nemus_sign_off_links.user_id': 'secret of the confirmer',
  'private.nemus_unsubscribe_links.user_id': 'secret',
  'public.nemus_logbook_entries.institution_id': 'the trainee owns the entry',
  'public.nemus_name_requests.institution_id': 'the person owns the request',
  'public.nemus_notifications.institution_id': 'the news belongs to its recipient',
};

type File = { readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> };

/** What the file of an account contains, and what it leaves out. */
export function accountExportCases(database: () => TestDatabase): void {
  const fileOf = async (user: string): Promise<File> =>
    one(await ask(database(), withoutFactor(user), EXPORT)).file as File;

  it('has no entries of trainees in the file of an institution, before and after they leave', async () => {
    const scene = await setLogbookScene(database());
    const entry = await addEntry(database(), scene, 'confirmed');
    const draft = await addEntry(database(), scene, 'submitted');
    await database().query(`update nemus_logbook_entries set note = 'Vertrauliches' where id = $1::text::uuid`, [
      draft,
    ]);
    expect(JSON.stringify(await fileOf(scene.institution))).not.toContain(draft);
    await ask(database(), signedIn(scene.owner), 'select nemus_leave_institution($1::text::uuid)', [scene.trainee]);
    const after = JSON.stringify(await fileOf(scene.institution));
    expect([after.includes(draft), after.includes(entry), after.includes('Vertrauliches')]).toEqual([
      false,
      false,
      false,
    ]);
    // The trainee keeps everything.
    expect((await fileOf(scene.owner)).tables.logbook_entries?.map(({ id }) => id)).toEqual(
      expect.arrayContaining([entry, draft]),
    );
  });

  it('reads an institution as far as the roles of the caller go', async () => {
    const scene = await setLogbookScene(database());
    await addMember(database(), scene.institution, ['administration']);
    expect(Object.keys((await fileOf(scene.institution)).tables)).toEqual(
      expect.arrayContaining(['trainees', 'confirmers', 'institution_settings']),
    );
    await database().query(
      `update nemus_members set roles = array['billing'] where institution_id = $1::text::uuid and user_id = $1::text::uuid`,
      [scene.institution],
    );
    const { tables } = await fileOf(scene.institution);
    expect(tables.institution_settings).toHaveLength(1);
    expect([tables.trainees, tables.confirmers, tables.member_invitations]).toEqual([undefined, undefined, undefined]);
  });

  it('has nothing of the support and of the purchases of an institution whose founder may not see them', async () => {
    const founder = await signUpInstitution(database());
    await addMember(database(), founder, ['administration']);
    const { order } = await buy(database(), founder, { kind: 'credits', credits: 100 });
    await database().query(
      `insert into private.nemus_order_buyers (order_id, user_id, recipient, street, postal_code, city, country)
       values ($1::text::uuid, $2::text::uuid, 'Klinik', 'Weg 1', '50667', 'Köln', 'DE')`,
      [order, founder],
    );
    await database().query(
      `insert into private.nemus_support_requests (id, institution_id, subject, message)
       values (gen_random_uuid(), $1::text::uuid, 'Frage', 'Zu einer Person')`,
      [founder],
    );
    await database().query(
      `insert into private.nemus_transfer_terms (institution_id, days, limit_cents) values ($1::text::uuid, 14, 100000)`,
      [founder],
    );
    const names = ['order_buyers', 'support_requests', 'transfer_terms'];
    const found = async () => Object.keys((await fileOf(founder)).tables);
    expect(await found()).toEqual(expect.arrayContaining(names));
    await ask(database(), signedIn(founder), 'select nemus_leave_membership($1::text::uuid)', [founder]);
    expect((await found()).filter((name) => names.includes(name))).toEqual([]);
  });

  it('asks an account with a second factor for it again', async () => {
    const user = await signUp(database());
    await addFactor(database(), user);
    expect((await refusal(database(), withFactor(user, 60), EXPORT))?.hint).toBe('factor_required');
    expect(await refusal(database(), withFactor(user), EXPORT)).toBeNull();
  });

  it('asks an account without one for a sign-in of the last ten minutes: an open session is not its owner', async () => {
    const user = await signUp(database());
    const minutesAgo = (minutes: number) => Math.floor(Date.now() / 1000) - minutes * 60;
    const since = async (signedInAt?: number) =>
      (await refusal(database(), { ...signedIn(user), ...(signedInAt && { signedInAt }) }, EXPORT))?.hint;
    expect([await since(), await since(minutesAgo(11)), await since(minutesAgo(9))]).toEqual([
      'sign_in_again',
      'sign_in_again',
      undefined,
    ]);
  });

  it('decides about every column that names an owner', async () => {
    const rows = await database().query(
      `select distinct c.relnamespace::regnamespace || '.' || c.relname || '.' || a.attname as owner
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
       where k.contype = 'f' and k.confrelid in ('public.nemus_profiles'::regclass, 'auth.users'::regclass)
         and cardinality(k.conkey) = 1 and a.attname in ('user_id', 'institution_id')
         and c.relname like 'nemus\\_%' and c.relname not like '%release%'
         and not exists (select from private.nemus_exported_tables() t
           where t.source = c.oid::regclass and t.owner_column = a.attname)
       order by 1`,
    );
    expect(rows.map(({ owner }) => owner)).toEqual(Object.keys(NOT_EXPORTED).toSorted());
  });

  it('exports no secrets, and no column that does not exist', async () => {
    const columns = await database().query(
      `select t.source || '.' || c as name, exists (select from pg_attribute a
         where a.attrelid = t.source and a.attname = c and not a.attisdropped) as there
       from private.nemus_exported_tables() t cross join unnest(t.columns) c`,
    );
    expect(
      columns.filter(({ there, name }) => there !== true || /hash|token|secret|password/.test(String(name))),
    ).toEqual([]);
    const empty = await database().query(
      'select source::text from private.nemus_exported_tables() where cardinality(columns) = 0',
    );
    expect(empty).toEqual([]);
  });
}
