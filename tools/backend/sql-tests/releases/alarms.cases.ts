import { samplePointer } from '@nemus/registry/samples';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { accountOfCanary, releaseScene, REPORT_RELEASE, reportsOf } from '../scenes/releases';
import { signUpOperator } from '../scenes/staff';

const VERSION = samplePointer('alpha', 0).version;
const CLAIM =
  'select remote, version, team, email, accounts, failed_accounts, failure from nemus_claim_release_alarms()';
const NOTE = 'select nemus_note_release_alarm($1, $2, $3)';
const ADDRESS = 'select nemus_set_team_address($1, $2)';
/** As many accounts as a verdict takes at least, here. */
const ENOUGH = 5;

export function releaseAlarmCases(database: () => TestDatabase): void {
  let environment = '';
  beforeEach(async () => {
    await database().query('delete from private.nemus_release_alarms');
    await database().query('delete from private.nemus_team_addresses');
    await database().query(
      `insert into private.nemus_settings (key, value) values ('stable_bound', '{"failureRate": 0.05, "minimumAccounts": ${ENOUGH}}')
       on conflict (key) do nothing`,
    );
    environment = await releaseScene(database(), { canary: undefined });
  });
  afterAll(() => database().query(`delete from private.nemus_settings where key = 'stable_bound'`));

  const report = (user: string, outcome: 'ready' | 'failed', version = VERSION) =>
    ask(database(), signedIn(user), REPORT_RELEASE, [
      environment,
      reportsOf(version, outcome, outcome === 'failed' ? { failure: 'render' } : {}),
    ]);
  /** So many accounts for which the release failed. */
  const failFor = async (count: number, age?: string, version?: string) => {
    for (let index = 0; index < count; index += 1)
      await report(await accountOfCanary(database(), 'inside', age), 'failed', version);
  };
  const claim = () => ask(database(), SERVICE, CLAIM);
  const later = (interval: string) =>
    database().query(
      `update private.nemus_release_alarms set seen_at = seen_at - $1::text::interval,
         claimed_at = claimed_at - $1::text::interval`,
      [interval],
    );

  it('opens one incident beyond the bound, and gives its mail to one caller', async () => {
    await database().query(
      `insert into private.nemus_team_addresses (team, email) values ('alpha', 'team@nemus.example')`,
    );
    await failFor(ENOUGH - 1);
    expect(await claim()).toEqual([]);
    await failFor(2);
    const incident = {
      remote: 'alpha',
      version: VERSION,
      team: 'alpha',
      email: 'team@nemus.example',
      failure: 'render',
    };
    expect(await claim()).toEqual([{ ...incident, accounts: ENOUGH, failed_accounts: ENOUGH }]);
    expect(await claim()).toEqual([]);
    await ask(database(), SERVICE, NOTE, [environment, 'alpha', VERSION]);
    await later('20 minutes');
    await failFor(1);
    expect(await claim()).toEqual([]);
  });

  it('gives an unsent mail to another caller, five times in all', async () => {
    await failFor(ENOUGH);
    const given: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      given.push((await claim()).length);
      await later('16 minutes');
    }
    expect(given).toEqual([1, 1, 1, 1, 1, 0]);
  });

  it('opens the next incident when a day lies between, and tells of it', async () => {
    await failFor(ENOUGH);
    await claim();
    await ask(database(), SERVICE, NOTE, [environment, 'alpha', VERSION]);
    await later('25 hours');
    await failFor(1);
    expect(await claim()).toHaveLength(1);
  });

  it('stays silent about single and about old failures', async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => accountOfCanary(database(), 'inside')));
    for (const user of users) await report(user, 'ready');
    await report(users[0] ?? '', 'failed');
    expect(await claim()).toEqual([]);
    // What failed yesterday has its own day.
    for (const user of users) await report(user, 'failed');
    await database().query('delete from private.nemus_release_alarms');
    await database().query(
      `update nemus_release_health set failed_at = now() - interval '25 hours' where environment = $1`,
      [environment],
    );
    await report(users[0] ?? '', 'failed');
    expect(await claim()).toEqual([]);
  });

  it('counts an account once, however often it reports', async () => {
    const user = await accountOfCanary(database(), 'inside');
    for (let count = 0; count < ENOUGH * 2; count += 1) await report(user, 'failed');
    expect(await claim()).toEqual([]);
  });

  it.each([
    ['accounts of today', '1 hour', undefined],
    ['a version that the registry does not name', undefined, '9.9.9-00000000'],
    ['a version that is no longer stable', undefined, samplePointer('alpha', 9).version],
  ])('hears nothing of %s', async (_what, age, version) => {
    await failFor(ENOUGH + 1, age, version);
    expect(await claim()).toEqual([]);
  });

  it('sends no mail about what the team has mended meanwhile', async () => {
    await failFor(ENOUGH);
    await database().query(
      `update nemus_release_entries set entry = jsonb_set(entry, '{stable,version}', '"9.9.9-00000000"')
       where environment = $1`,
      [environment],
    );
    expect(await claim()).toEqual([]);
  });

  it('takes addresses of operators alone, and only what is one', async () => {
    const piw = signedIn(await signUp(database()));
    const user = await signUpOperator(database());
    expect(await refusal(database(), piw, ADDRESS, ['alpha', 'kim@example.org'])).toMatchObject({
      hint: 'operator_required',
    });
    for (const address of ['kim', 'kim@example.org, eva@example.org', 'kim@example.org\nBcc: eva@example.org']) {
      expect(await refusal(database(), signedIn(user), ADDRESS, ['alpha', address])).toMatchObject({ code: '23514' });
    }
    await ask(database(), signedIn(user), ADDRESS, ['alpha', 'team@nemus.example']);
    await failFor(ENOUGH);
    expect(await claim()).toMatchObject([{ email: 'team@nemus.example' }]);
    await ask(database(), signedIn(user), ADDRESS, ['alpha', null]);
    expect(await database().query('select 1 from private.nemus_team_addresses')).toEqual([]);
  });

  it('is out of reach for clients', async () => {
    const piw = signedIn(await signUp(database()));
    for (const caller of [ANONYMOUS, piw]) {
      expect(await refusal(database(), caller, CLAIM)).toMatchObject({ code: '42501' });
      expect(await refusal(database(), caller, NOTE, [environment, 'alpha', VERSION])).toMatchObject({ code: '42501' });
      for (const table of ['nemus_release_alarms', 'nemus_team_addresses']) {
        expect(await refusal(database(), caller, `select 1 from private.${table}`)).toMatchObject({ code: '42501' });
      }
    }
  });
}
