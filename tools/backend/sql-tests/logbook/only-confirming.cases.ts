import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { addConfirmer, addEntry, setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { one } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';
import { claimFor, decide, decisionRefused, submitTo } from '../scenes/sign-off';
import { ACCEPT_INVITATION, invite } from '../scenes/trainees';

const ACCEPT = 'select nemus_accept_confirming($1::text::uuid)';
const NAME = `select nemus_save_confirmer('Ada Lehr', $1)::text as id`;
const DEPUTY = 'select nemus_save_deputy($1::text::uuid, $2::text::uuid, $3::text::date, $4::text::date)::text as id';

/** Accounts that only confirm: their start, their own deputy, and their mails. */
export function onlyConfirmingCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });
  const status = async (account: string) =>
    one(await ask(database(), signedIn(account), 'select nemus_sign_off_status() as s')).s as {
      only: boolean;
      mails: string;
      people: { deputies: { id: string; name: string }[]; possible_deputies: { id: string }[] }[];
    };
  /** As the first steps say it; the account's profile says the same, and that of no one else. */
  const steps = async (account: string) => {
    const said = one(
      await ask(
        database(),
        signedIn(account),
        `select (nemus_first_steps() ->> 'only_confirms')::boolean as steps, nemus_only_confirms(p) as profile
         from nemus_profiles p where user_id = auth.uid()`,
      ),
    );
    expect(said.profile).toBe(said.steps);
    return said.steps;
  };
  const samples = async (account: string) =>
    one(
      await database().query(
        'select count(*)::int as n from nemus_logbook_entries where is_sample and user_id = $1::text::uuid',
        [account],
      ),
    ).n;
  const withSamples = async (email: string) => {
    await setSampleData(database(), true);
    const account = await signUp(database(), { email });
    await setSampleData(database(), false);
    return account;
  };

  it('a named person starts without a trainee’s sample set, unless an institution has invited it', async () => {
    const [named, invited, both, left] = [freshAddress(), freshAddress(), freshAddress(), freshAddress()];
    const house = signedIn(scene.institution);
    for (const email of [named, both, left]) await ask(database(), house, NAME, [email]);
    await ask(database(), house, `select nemus_end_confirmer(id) from nemus_confirmers where email = $1`, [left]);
    for (const email of [invited, both]) await invite(database(), scene.institution, email);
    const counts = [];
    for (const email of [named.toUpperCase(), invited, both, left])
      counts.push(Number(await samples(await withSamples(email))) > 0);
    expect(counts).toEqual([false, true, true, true]);
  });

  it('an account only confirms while it is named and has nothing of a trainee; accepting removes its sample set', async () => {
    const email = freshAddress('lehr');
    const account = await withSamples(email);
    expect([await steps(account), (await status(account)).only]).toEqual([false, false]);
    const [named] = await ask(database(), signedIn(scene.institution), NAME, [email]);
    expect([await steps(account), (await status(account)).only]).toEqual([true, true]);
    expect(await samples(account)).not.toBe(0);
    await ask(database(), signedIn(account), ACCEPT, [named?.id]);
    expect(await samples(account)).toBe(0);
    // It becomes a trainee.
    const { token } = await invite(database(), scene.institution, email);
    await ask(database(), signedIn(account), ACCEPT_INVITATION, [token]);
    expect(await steps(account)).toBe(false);
    await ask(
      database(),
      signedIn(account),
      `select nemus_leave_institution(id) from nemus_trainees where user_id = auth.uid()`,
    );
    expect(await steps(account)).toBe(true);
    // Off the list, it is an account like any other.
    await ask(database(), signedIn(scene.institution), 'select nemus_end_confirmer($1::text::uuid)', [named?.id]);
    expect(await steps(account)).toBe(false);
  });

  it('no one reads of another account whether it only confirms', async () => {
    const ofAnother = `select nemus_only_confirms(jsonb_populate_record(null::nemus_profiles, jsonb_build_object('user_id', $1::text))) as only`;
    const { confirmer, owner, institution } = scene;
    const read = async (account: string) =>
      one(await ask(database(), signedIn(account), ofAnother, [confirmer.account])).only;
    expect([await read(confirmer.account), await read(owner), await read(institution)]).toEqual([true, false, false]);
  });

  it('accepting leaves a trainee its sample set, and what it has done itself', async () => {
    const email = freshAddress('beides');
    const account = await withSamples(email);
    await database().query(`update nemus_training_info set field = 'Erwachsene' where user_id = $1::text::uuid`, [
      account,
    ]);
    const [named] = await ask(database(), signedIn(scene.institution), NAME, [email]);
    await ask(database(), signedIn(account), ACCEPT, [named?.id]);
    expect(await samples(account)).not.toBe(0);
    expect((await status(account)).only).toBe(false);
  });

  it('a person names the own deputy, from the same list, with days; both sides may end it', async () => {
    const { confirmer, institution } = scene;
    const other = await addConfirmer(database(), institution, ['leader']);
    const name = (account: string, deputy: string, from = dayFrom(), until = dayFrom(7)) =>
      refusal(database(), signedIn(account), DEPUTY, [confirmer.id, deputy, from, until]);
    const own = await status(confirmer.account);
    expect(own.people[0]?.possible_deputies.map(({ id }) => id)).toContain(other.id);
    expect(await name(confirmer.account, other.id)).toBeNull();
    const foreign = await setLogbookScene(database());
    for (const [caller, deputy, expected] of [
      [confirmer.account, foreign.confirmer.id, { hint: 'confirmer_not_found' }],
      [confirmer.account, confirmer.id, { values: { field: 'deputy', problem: 'choice' } }],
      [other.account, scene.deputy.id, { code: 'PT403' }],
      [scene.owner, other.id, { code: 'PT403' }],
      [foreign.institution, other.id, { hint: 'confirmer_not_found' }],
    ] as const) {
      expect(await name(caller, deputy)).toMatchObject(expected);
    }
    expect(await name(confirmer.account, other.id, dayFrom(3), dayFrom(1))).toMatchObject({
      values: { field: 'valid_until', problem: 'before_start' },
    });
    const entry = await addEntry(database(), scene, 'submitted');
    expect(await decide(database(), other.account, [entry])).toEqual([{ decided: 1 }]);
    const [deputy] =
      (await status(confirmer.account)).people[0]?.deputies.filter(({ name: n }) => n === 'Ada Lehr') ?? [];
    const end = (account: string) =>
      refusal(database(), signedIn(account), 'select nemus_end_deputy($1::text::uuid)', [deputy?.id]);
    expect(await end(foreign.confirmer.account)).toMatchObject({ hint: 'deputy_not_found' });
    expect(await end(other.account)).toMatchObject({ hint: 'deputy_not_found' });
    expect(await end(confirmer.account)).toBeNull();
  });

  it.each([
    [
      'the days are over',
      `update nemus_confirmer_deputies set valid_from = current_date - 9, valid_until = current_date - 2 where deputy_id = $1::text::uuid`,
    ],
    ['the deputy has left the list', 'update nemus_confirmers set ended_at = now() where id = $1::text::uuid'],
    ['the deputy has no account any more', 'update nemus_confirmers set user_id = null where id = $1::text::uuid'],
    [
      'the person has left the list',
      `update nemus_confirmers set ended_at = now() where id = (select confirmer_id from nemus_confirmer_deputies where deputy_id = $1::text::uuid)`,
    ],
    [
      'the institution is no longer approved',
      `update nemus_institution_approvals set withdrawn_at = now() where institution_id = (select institution_id from nemus_confirmers where id = $1::text::uuid)`,
    ],
    [
      'the role of the person has ended',
      `update nemus_confirmer_roles set valid_until = valid_from where confirmer_id = (select confirmer_id from nemus_confirmer_deputies where deputy_id = $1::text::uuid)`,
    ],
  ])('the own deputy confirms nothing once %s', async (_when, change) => {
    const other = await addConfirmer(database(), scene.institution, ['leader']);
    await ask(database(), signedIn(scene.confirmer.account), DEPUTY, [
      scene.confirmer.id,
      other.id,
      dayFrom(),
      dayFrom(7),
    ]);
    const entry = await addEntry(database(), scene, 'submitted');
    await database().query(change, [other.id]);
    expect(await decisionRefused(database(), other.account, [entry])).not.toBeNull();
  });

  describe('mails', () => {
    const choose = (pace: string) =>
      ask(database(), signedIn(scene.confirmer.account), 'select nemus_choose_confirming_mails($1)', [pace]);
    const submit = () => submitTo(database(), scene, scene.confirmer.id);
    const email = async () =>
      String(
        one(
          await database().query('select email from nemus_profiles where user_id = $1::text::uuid', [
            scene.confirmer.account,
          ]),
        ).email,
      );
    const claimed = async () => (await claimFor(database(), await email())).map(({ kind, entries }) => [kind, entries]);
    const queued = () =>
      database().query(
        `select due_at > now() as later, (due_at at time zone 'Europe/Berlin')::time::text as at
         from private.nemus_sign_off_letters where account_id = $1::text::uuid and sent_at is null`,
        [scene.confirmer.account],
      );

    it('weekly: nothing when entries arrive', async () => {
      expect((await status(scene.confirmer.account)).mails).toBe('weekly');
      await submit();
      expect(await queued()).toEqual([]);
    });

    it('immediately: one mail for all that has arrived, at most one an hour', async () => {
      await choose('immediate');
      await submit();
      await submit();
      expect(await claimed()).toEqual([['reminder', 2]]);
      await submit();
      expect(await queued()).toMatchObject([{ later: true }]);
      expect(await claimed()).toEqual([]);
    });

    it('daily: on the next morning', async () => {
      await choose('daily');
      await submit();
      await submit();
      expect(await queued()).toEqual([{ later: true, at: '06:00:00' }]);
    });

    it('none: neither news nor a reminder, also for what was queued before', async () => {
      await choose('immediate');
      await submit();
      await choose('none');
      expect((await status(scene.confirmer.account)).mails).toBe('none');
      expect(await queued()).toEqual([]);
      await submit();
      expect(await queued()).toEqual([]);
      await choose('immediate');
      await submit();
      // The settings of notifications, or a link in a mail, decide as well when the mail is sent.
      await ask(
        database(),
        signedIn(scene.confirmer.account),
        `select nemus_choose_notification('sign_off_waiting', 'mail', false)`,
      );
      expect(await claimed()).toEqual([]);
      expect(await queued()).toEqual([]);
    });

    it('nothing is sent for what was decided meanwhile, and nothing to a person that has left', async () => {
      await choose('immediate');
      const entry = await submit();
      await decide(database(), scene.confirmer.account, [entry]);
      expect(await claimed()).toEqual([]);
      await submit();
      await database().query('update nemus_confirmers set ended_at = now() where id = $1::text::uuid', [
        scene.confirmer.id,
      ]);
      expect(await claimed()).toEqual([]);
    });

    it('knows no other pace', async () => {
      expect(
        await refusal(database(), signedIn(scene.owner), 'select nemus_choose_confirming_mails($1)', ['hourly']),
      ).toMatchObject({ hint: 'invalid_field', values: { field: 'pace' } });
    });
  });
}
