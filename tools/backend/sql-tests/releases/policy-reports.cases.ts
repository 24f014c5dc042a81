import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { one } from '../scenes/rows';

const TAKE = 'select nemus_take_policy_reports($1::text::jsonb) as counted';
const report = (change: object = {}) => ({
  directive: 'script-src-elem',
  disposition: 'enforce',
  page: '/course',
  blocked: 'https://stranger.example',
  source: '',
  ...change,
});
const counted = (reports: readonly object[]) => [JSON.stringify(reports)];

export function policyReportCases(database: () => TestDatabase): void {
  const take = async (reports: readonly object[]) =>
    one(await ask(database(), SERVICE, TAKE, counted(reports))).counted;
  const kinds = (where: string) =>
    database().query(`select times from private.nemus_policy_reports where blocked like $1 order by blocked`, [where]);
  const newMinute = () => database().query('update private.nemus_policy_report_minute set taken = 0');
  beforeEach(async () => {
    await database().query('delete from private.nemus_policy_reports');
    await newMinute();
  });

  it('counts a violation once per kind and day, and leaves none behind for ever', async () => {
    await database().query(
      `insert into private.nemus_policy_reports (day, directive, disposition, page, blocked, source, times)
       values (current_date - 40, 'img-src', 'enforce', '/', 'old', '', 1)`,
    );
    expect(await take([report(), report(), report({ blocked: 'https://stranger.example/2' })])).toBe(3);
    expect(await take([report()])).toBe(1);
    expect(await kinds('https://stranger.example%')).toEqual([{ times: 3 }, { times: 1 }]);
    expect(await kinds('old')).toEqual([]);
  });

  it('takes 300 of a minute, however many are sent', async () => {
    const fifty = Array.from({ length: 50 }, () => report({ blocked: 'flood' }));
    const taken: unknown[] = [];
    for (let call = 0; call < 8; call += 1) taken.push(await take(fifty));
    // The minute may end between two of these calls, and another one begins.
    expect(taken.slice(0, 6)).toEqual([50, 50, 50, 50, 50, 50]);
    await database().query(
      `update private.nemus_policy_report_minute set minute = date_trunc('minute', now()), taken = 300`,
    );
    expect([await take(fifty), await take([report()])].some((count) => count === 0)).toBe(true);
  });

  it('keeps 500 kinds of a day, and goes on counting the known ones', async () => {
    for (let call = 0; call < 12; call += 1) {
      await newMinute();
      await take(Array.from({ length: 50 }, (_, index) => report({ blocked: `made-up-${call}-${index}` })));
    }
    expect(await kinds('made-up%')).toHaveLength(500);
    await newMinute();
    expect(await take([report({ blocked: 'made-up-0-0' }), report({ blocked: 'one-more' })])).toBe(1);
  });

  it.each([
    ['nothing', '[]'],
    ['no list', '{}'],
    ['too many', JSON.stringify(Array.from({ length: 51 }, () => report()))],
    ['no directive', JSON.stringify([report({ directive: null })])],
    ['a directive that is none', JSON.stringify([report({ directive: '<script>' })])],
    ['a long address', JSON.stringify([report({ blocked: 'x'.repeat(201) })])],
  ])('refuses %s', async (_what, reports) => {
    expect(await refusal(database(), SERVICE, TAKE, [reports])).not.toBeNull();
  });

  it('is out of reach for clients', async () => {
    const piw = await signUp(database());
    for (const caller of [ANONYMOUS, signedIn(piw)]) {
      expect(await refusal(database(), caller, TAKE, counted([report()]))).toMatchObject({ code: '42501' });
      for (const table of ['nemus_policy_reports', 'nemus_policy_report_minute']) {
        expect(await refusal(database(), caller, `select 1 from private.${table}`)).toMatchObject({ code: '42501' });
      }
    }
  });
}
