import { randomUUID } from 'node:crypto';
import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one } from '../scenes/rows';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36';
const AGENTS = [
  [CHROME, 'chrome', 'windows'],
  [`${CHROME} Edg/150.0`, 'edge', 'windows'],
  [`${CHROME} OPR/120.0`, 'opera', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/19.0 Safari/605', 'safari', 'macos'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 CriOS/150.0 Safari/604', 'chrome', 'ios'],
  ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537 SamsungBrowser/29.0 Chrome/140.0 Safari/537', 'samsung', 'android'],
  ['Mozilla/5.0 (X11; CrOS x86_64) AppleWebKit/537 (KHTML, like Gecko) Chrome/150.0 Safari/537', 'chrome', 'chromeos'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'firefox', 'linux'],
  ["curl/8 '; drop table x --", 'other', 'other'],
  [null, 'other', 'other'],
] as const;
const FIREFOX = AGENTS[7][0];

export function loginAlertCases(database: () => TestDatabase): void {
  /** An account older than an hour. */
  async function account(userType: 'piw' | 'institution' = 'piw'): Promise<string> {
    const user = await (userType === 'piw' ? signUp(database()) : signUpInstitution(database()));
    await database().query(`update auth.users set created_at = now() - interval '2 days' where id = $1::text::uuid`, [
      user,
    ]);
    return user;
  }
  /** Signs in as a hosted project does: the new row has all values. */
  async function open(user: string, agent: string | null, address = '192.0.2.7'): Promise<string> {
    const id = randomUUID();
    await database().query(
      `insert into auth.sessions (id, user_id, user_agent, ip, aal, created_at)
       values ($1::text::uuid, $2::text::uuid, $3, $4::text::inet, 'aal1', now())`,
      [id, user, agent, address],
    );
    return id;
  }
  const told = (user: string) =>
    database().query(
      `select facts ->> 'browser' as browser, facts ->> 'system' as system, path from nemus_notifications
       where user_id = $1::text::uuid and kind = 'new_device' order by created_at`,
      [user],
    );

  it('reads browser and system of a user agent, and takes none for another', async () => {
    for (const [agent, browser, system] of AGENTS) {
      const read = await database().query(
        'select private.nemus_browser($1::text) as browser, private.nemus_system($1::text) as system',
        [agent],
      );
      expect(read).toEqual([{ browser, system }]);
    }
  });

  it('the first device of an account triggers no alert; another browser, or another network, does', async () => {
    const ada = await account();
    await open(ada, CHROME);
    expect(await told(ada)).toEqual([]);
    await open(ada, FIREFOX);
    await open(ada, CHROME, '198.51.100.7');
    expect(await told(ada)).toEqual([
      { browser: 'firefox', system: 'linux', path: '/account/sessions' },
      { browser: 'chrome', system: 'windows', path: '/account/sessions' },
    ]);
  });

  it('what is known stays quiet: again, in a newer version, with another address of the same provider', async () => {
    const ada = await account();
    for (const version of ['150.0', '151.2']) await open(ada, CHROME.replace('150.0', version), '192.0.2.7');
    await open(ada, CHROME, '192.0.77.8');
    await open(ada, CHROME, '::ffff:192.0.1.1');
    expect(await told(ada)).toEqual([]);
    await open(ada, CHROME, '2001:db8:1::1');
    await open(ada, CHROME, '2001:db8:2::1');
    expect(await told(ada)).toHaveLength(1);
  });

  it('a session that is named a moment later, and then goes on elsewhere, is told once and teaches nothing', async () => {
    const ada = await account();
    await open(ada, CHROME);
    const id = randomUUID();
    await database().query(
      'insert into auth.sessions (id, user_id, created_at) values ($1::text::uuid, $2::text::uuid, now())',
      [id, ada],
    );
    expect(await told(ada)).toEqual([]);
    const name = (agent: string) =>
      database().query(`update auth.sessions set user_agent = $2, ip = '192.0.2.7' where id = $1::text::uuid`, [
        id,
        agent,
      ]);
    await name(FIREFOX);
    await name('Mozilla/5.0 (Macintosh) Version/19.0 Safari/605');
    expect(await told(ada)).toHaveLength(1);
    await open(ada, 'Mozilla/5.0 (Macintosh) Version/19.0 Safari/605');
    expect(await told(ada)).toHaveLength(2);
  });

  it('no alert within the first hour after registering', async () => {
    const ada = await signUp(database());
    await open(ada, CHROME);
    await open(ada, FIREFOX);
    expect(await told(ada)).toEqual([]);
  });

  it('an institution switches it off, for itself alone; the device is known all the same', async () => {
    const [quiet, loud] = [await account('institution'), await account('institution')];
    const switchTo = (value: boolean) =>
      database().query(
        'update nemus_institution_settings set login_alerts = $2 where institution_id = $1::text::uuid',
        [quiet, value],
      );
    await switchTo(false);
    for (const user of [quiet, loud]) for (const agent of [CHROME, FIREFOX]) await open(user, agent);
    expect([await told(quiet), await told(loud)].map(({ length }) => length)).toEqual([0, 1]);
    await switchTo(true);
    await open(quiet, FIREFOX);
    expect(await told(quiet)).toEqual([]);
    await open(quiet, null);
    expect(await told(quiet)).toHaveLength(1);
  });

  it('no longer reaches a founder who left, nor do its other switches', async () => {
    const founder = await account('institution');
    const administrator = await addMember(database(), founder, ['administration']);
    await open(founder, CHROME);
    await ask(database(), signedIn(founder), 'select nemus_leave_membership($1::text::uuid)', [founder]);
    await ask(
      database(),
      signedIn(administrator),
      `update nemus_institution_settings set login_alerts = false, email_notifications = false
       where institution_id = $1::text::uuid`,
      [founder],
    );
    await open(founder, FIREFOX);
    expect(await told(founder)).toHaveLength(1);
    const wants = `select private.nemus_wants($1::text::uuid, 'sign_off_waiting', 'mail') as wants`;
    expect(one(await database().query(wants, [founder]))).toEqual({ wants: true });
  });

  it('a device is forgotten after 180 days without use; the last one stays, so a sign-in after that warns', async () => {
    const ada = await account();
    await open(ada, CHROME);
    await open(ada, FIREFOX);
    await database().query(
      `update nemus_known_devices set last_used_at = now() - case browser when 'chrome' then interval '181 days'
       else interval '200 days' end where user_id = $1::text::uuid`,
      [ada],
    );
    await database().query('select private.nemus_forget_devices()');
    const left = await ask(database(), signedIn(ada), 'select browser, system from nemus_known_devices');
    expect(left).toEqual([{ browser: 'chrome', system: 'windows' }]);
    await open(ada, FIREFOX);
    expect(await told(ada)).toHaveLength(2);
  });

  it('an account that has no profile signs in, and no account reads its devices', async () => {
    const [ada, ben] = [await account(), await account()];
    await open(ada, CHROME);
    expect(await ask(database(), signedIn(ben), 'select browser from nemus_known_devices')).toEqual([]);
    expect((await refusal(database(), signedIn(ada), 'select network_hash from nemus_known_devices'))?.code).toBe(
      '42501',
    );
    const lost = await account();
    await database().query('delete from nemus_profiles where user_id = $1::text::uuid', [lost]);
    await open(lost, CHROME);
    const rows = await database().query('select from auth.sessions where user_id = $1::text::uuid', [lost]);
    expect(rows).toHaveLength(1);
  });

  it('an account ends one session, the others or all; never another account’s', async () => {
    const [ada, ben] = [await account(), await account()];
    const [first, second, third] = [await open(ada, CHROME), await open(ada, CHROME), await open(ada, FIREFOX)];
    const other = await open(ben, CHROME);
    const as = { ...signedIn(ada), sessionId: first };
    const left = async () =>
      (
        await database().query('select id from auth.sessions where user_id in ($1::text::uuid, $2::text::uuid)', [
          ada,
          ben,
        ])
      ).map(({ id }) => id);
    const end = async (id: string) =>
      one(await ask(database(), as, 'select nemus_end_session($1::text::uuid) as done', [id])).done;
    expect(await end(other)).toBe(false);
    expect(await end(third)).toBe(true);
    expect(await end(third)).toBe(false);
    expect(new Set(await left())).toEqual(new Set([first, second, other]));
    expect(one(await ask(database(), as, 'select nemus_end_sessions(true) as ended')).ended).toBe(1);
    expect(new Set(await left())).toEqual(new Set([first, other]));
    expect(one(await ask(database(), as, 'select nemus_end_sessions(false) as ended')).ended).toBe(1);
    expect(await left()).toEqual([other]);
    expect((await refusal(database(), ANONYMOUS, 'select nemus_end_sessions(false)'))?.code).toBe('42501');
  });
}
