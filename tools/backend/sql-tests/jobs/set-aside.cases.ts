import { ask, SERVICE, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { buy } from '../scenes/checkouts';
import { addSeminar } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { signUpEnrolled } from '../scenes/enrolments';
import { addFactor } from '../scenes/factors';
import { signUpInstitution } from '../scenes/institutions';
import { addConfirmer, setLogbookScene } from '../scenes/logbook';
import { tell } from '../scenes/notifications';
import { freshNumber, START_PHONE_CHECK } from '../scenes/phones';
import { chooseDate } from '../scenes/places';
import { text } from '../scenes/rows';
import { addOutsider, submitTo } from '../scenes/sign-off';

/** An item of a job: `key` names it in the table that breaks, `item` in the list of what is set aside. */
interface Item {
  readonly key: string;
  readonly item: string;
}
interface Job {
  readonly name: string;
  readonly run: string;
  /** The write that fails for one item: table, event and the column with its key. */
  readonly breaks: readonly [table: string, event: 'insert' | 'update' | 'delete', column: string];
  /** $1: keys. Those that are done. */
  readonly done: string;
  /** Makes an item. */
  readonly make: (database: TestDatabase) => Promise<Item>;
  /** What lets the job take the item again, apart from the pause. */
  readonly pass?: string;
}

const same = (key: string): Item => ({ key, item: key });
const keysOf = (table: string, column: string, and = '') =>
  `select distinct ${column}::text as key from ${table} where ${column} = any ($1::text::uuid[]) ${and}`;

const JOBS: readonly Job[] = [
  {
    name: 'tell-factors',
    run: 'select private.nemus_tell_factors()',
    breaks: ['private.nemus_known_factors', 'insert', 'factor_id'],
    done: keysOf('private.nemus_known_factors', 'factor_id'),
    make: async (database) => same(await addFactor(database, await signUp(database))),
  },
  {
    name: 'remind-confirmers',
    run: 'select private.nemus_remind_confirmers()',
    breaks: ['private.nemus_sign_off_letters', 'insert', 'account_id'],
    done: keysOf('private.nemus_sign_off_letters', 'account_id'),
    make: async (database) => {
      const scene = await setLogbookScene(database);
      const { id, account } = await addConfirmer(database, scene.institution, ['leader', 'supervision']);
      await submitTo(database, scene, id);
      await waitAWeek(database, id);
      return same(account);
    },
  },
  {
    name: 'remind-confirmers',
    run: 'select private.nemus_remind_confirmers()',
    breaks: ['private.nemus_sign_off_letters', 'insert', 'confirmer_id'],
    done: keysOf('private.nemus_sign_off_letters', 'confirmer_id'),
    make: async (database) => {
      const scene = await setLogbookScene(database);
      const { id } = await addOutsider(database, scene.institution);
      await submitTo(database, scene, id);
      await waitAWeek(database, id);
      await database.query('delete from private.nemus_sign_off_letters where confirmer_id = $1::text::uuid', [id]);
      return same(id);
    },
  },
  {
    name: 'offer-places',
    run: 'select private.nemus_offer_places()',
    breaks: ['nemus_appointment_participations', 'update', 'appointment_id'],
    done: keysOf('nemus_appointment_participations', 'appointment_id', 'and offered_until is not null'),
    make: async (database) => {
      const seminar = await addSeminar(database);
      const date = await addDate(database, seminar);
      for (const user of [await signUpEnrolled(database, seminar), await signUpEnrolled(database, seminar)])
        await chooseDate(database, user, date);
      await database.query(
        `update nemus_appointments set change_until = now() - interval '1 minute', capacity = 2 where id = $1::text::uuid`,
        [date],
      );
      return same(date);
    },
  },
  {
    name: 'collect-invoices',
    run: 'select private.nemus_collect_invoices()',
    breaks: ['nemus_invoices', 'insert', 'user_id'],
    done: keysOf('nemus_invoices', 'user_id'),
    make: async (database) => {
      const id = await signUpInstitution(database);
      await database.query(
        'insert into nemus_invoice_choices (institution_id, is_collected) values ($1::text::uuid, true)',
        [id],
      );
      await buy(database, id, { kind: 'credits', credits: 100 });
      await database.query(
        `update private.nemus_collected_payments set counts_on = '2020-01-01' where institution_id = $1::text::uuid`,
        [id],
      );
      return same(id);
    },
  },
  {
    name: 'forget-deleted-accounts',
    run: 'select private.nemus_forget_deleted_accounts()',
    breaks: ['private.nemus_deleted_accounts', 'delete', 'user_id'],
    done: `select k.id::text as key from unnest($1::text::uuid[]) as k (id)
      where not exists (select from nemus_profiles p where p.user_id = k.id)`,
    make: async (database) => {
      const user = await signUp(database);
      await database.query(
        `insert into private.nemus_deleted_accounts (user_id, keep_until) values ($1::text::uuid, '2020-12-31')`,
        [user],
      );
      return same(user);
    },
  },
  {
    name: 'send-notifications',
    run: 'select nemus_claim_notification_mails()',
    breaks: ['private.nemus_unsubscribe_links', 'insert', 'user_id'],
    done: keysOf('private.nemus_unsubscribe_links', 'user_id'),
    make: async (database) => {
      const user = await signUp(database);
      await tell(database, user, 'a', 'certificate_issued');
      const sending = await database.query(
        `select id::text from private.nemus_notification_sendings where user_id = $1::text::uuid and channel = 'mail'`,
        [user],
      );
      return { key: user, item: text(sending, 'id') };
    },
    pass: 'update private.nemus_notification_sendings set claimed_at = null where sent_at is null',
  },
  {
    name: 'send-sms',
    run: 'select nemus_claim_sms()',
    breaks: ['private.nemus_phone_codes', 'insert', 'phone_id'],
    done: keysOf('private.nemus_phone_codes', 'phone_id'),
    make: async (database) => {
      const phone = text(
        await ask(database, SERVICE, START_PHONE_CHECK, [await signUp(database), freshNumber(), '2026-11']),
        'id',
      );
      const sms = await database.query('select id::text from nemus_sms where phone_id = $1::text::uuid', [phone]);
      return { key: phone, item: text(sms, 'id') };
    },
    pass: 'update nemus_sms set claimed_at = null where sent_at is null',
  },
  {
    name: 'send-sign-off-letters',
    run: 'select nemus_claim_sign_off_letters()',
    breaks: ['private.nemus_sign_off_links', 'insert', 'confirmer_id'],
    done: keysOf('private.nemus_sign_off_links', 'confirmer_id'),
    make: async (database) => {
      const scene = await setLogbookScene(database);
      const { id } = await addOutsider(database, scene.institution);
      await submitTo(database, scene, id);
      const letter = await database.query(
        'select id::text from private.nemus_sign_off_letters where confirmer_id = $1::text::uuid',
        [id],
      );
      return { key: id, item: text(letter, 'id') };
    },
    pass: 'update private.nemus_sign_off_letters set claimed_at = null where sent_at is null',
  },
];

const waitAWeek = (database: TestDatabase, confirmer: string) =>
  database.query(
    `update nemus_logbook_entries set submitted_at = now() - interval '8 days' where confirmer_id = $1::text::uuid`,
    [confirmer],
  );

/** What fails in a job, and what goes on. */
export function setAsideCases(database: () => TestDatabase): void {
  /** Makes a write fail for some rows while work is done. */
  async function broken<T>([table, event, column]: Job['breaks'], key: string, work: () => Promise<T>): Promise<T> {
    const row = event === 'delete' ? 'old' : 'new';
    await database().query(`create function private.break_row() returns trigger language plpgsql as $$
      begin
        if ${row}.${column}::text = '${key}' then raise exception 'broken row'; end if;
        return ${row};
      end $$`);
    await database().query(
      `create trigger break_row before ${event} on ${table} for each row execute function private.break_row()`,
    );
    try {
      return await work();
    } finally {
      await database().query(`drop trigger break_row on ${table}`);
      await database().query('drop function private.break_row()');
    }
  }
  const aside = async (name: string) =>
    (await database().query('select item, error, attempts from private.nemus_set_aside where job = $1', [name])).map(
      ({ item, error, attempts }) => ({ item, error, attempts }),
    );

  it.each(JOBS.map((job) => [job.name, job.breaks[2], job] as const))(
    '%s: a broken item (%s) in the middle stops no other, and is done once it can be',
    async (name, _column, { run, breaks, done, make, pass }) => {
      await database().query(run);
      const items = [await make(database()), await make(database()), await make(database())];
      const [first, middle, last] = items.map(({ key }) => key);
      if (first === undefined || middle === undefined || last === undefined) throw new Error('An item is missing.');
      const finished = async () =>
        (await database().query(done, [`{${first},${middle},${last}}`])).map(({ key }) => String(key)).toSorted();
      const failed = { item: items[1]?.item, error: 'broken row', attempts: 1 };
      await broken(breaks, middle, async () => {
        await database().query(run);
        expect(await finished()).toEqual([first, last].toSorted());
        expect(await aside(name)).toContainEqual(failed);
        // Its pause is not over.
        await database().query(run);
        expect(await aside(name)).toContainEqual(failed);
      });
      await database().query(`update private.nemus_set_aside set failed_at = now() - interval '2 days'`);
      if (pass !== undefined) await database().query(pass);
      await database().query(run);
      expect(await finished()).toEqual([first, middle, last].toSorted());
      // A claimed letter is done when its function reports it.
      if (pass === undefined) expect((await aside(name)).map(({ item }) => item)).not.toContain(failed.item);
    },
  );

  it('forgets a letter that is dropped, replaced, or deleted with its account', async () => {
    const user = await signUp(database());
    await tell(database(), user, 'gone', 'certificate_issued');
    const letter = text(
      await database().query(
        'select id::text from private.nemus_notification_sendings where user_id = $1::text::uuid limit 1',
        [user],
      ),
      'id',
    );
    await database().query(
      `select nemus_note_outcome('send-notifications', $1, 'Mailbox anna@x.example unavailable')`,
      [letter],
    );
    const kept = async () => {
      await database().query('select private.nemus_send_letters()');
      return (await aside('send-notifications')).filter(({ item }) => item === letter).length;
    };
    expect(await kept()).toBe(1);
    await database().query('delete from auth.users where id = $1::text::uuid', [user]);
    expect(await kept()).toBe(0);
  });

  it('forget-expired: a kind that cannot be deleted keeps no other', async () => {
    const insert = (table: string, columns: string, values: string) =>
      database().query(`insert into private.${table} (${columns}) values (${values})`);
    await database().query('delete from private.nemus_sent_invitations');
    await insert(
      'nemus_area_reports',
      'environment, remote, version, hour, kind, name, detail, times',
      `'local', 'broken', '', now() - interval '20 days', 'report', 'not-found', '', 1`,
    );
    await insert(
      'nemus_sent_invitations',
      'institution_id, recipient_hash, created_at',
      `gen_random_uuid(), repeat('c', 64), now() - interval '3 days'`,
    );
    await broken(['private.nemus_area_reports', 'delete', 'remote'], 'broken', async () => {
      await database().query('select private.nemus_forget_expired()');
      expect(await database().query('select from private.nemus_sent_invitations')).toEqual([]);
      expect(await aside('forget-expired')).toEqual([{ item: 'area_reports', error: 'broken row', attempts: 1 }]);
    });
    await database().query(`update private.nemus_set_aside set failed_at = now() - interval '2 days'`);
    await database().query('select private.nemus_forget_expired()');
    expect(await aside('forget-expired')).toEqual([]);
    expect(await database().query(`select from private.nemus_area_reports where remote = 'broken'`)).toEqual([]);
  });
}
