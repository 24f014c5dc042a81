import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';

const FORECAST = 'select nemus_credit_forecast() as forecast';

export function creditForecastCases(database: () => TestDatabase): void {
  /** Credits came in, or were spent, some days ago. */
  async function enter(
    institution: string,
    kind: 'grant' | 'spend',
    amount: number,
    daysAgo: number,
  ): Promise<unknown> {
    const rows = await database().query(
      `insert into nemus_credit_entries (institution_id, kind, amount, source_id, created_at)
       values ($1::text::uuid, $2, $3::text::int, gen_random_uuid()::text, now() - $4::text::int * interval '1 day')
       returning id`,
      [institution, kind, String(amount), String(daysAgo)],
    );
    return one(rows).id;
  }
  async function open(...entries: readonly (readonly ['grant' | 'spend', number, number])[]): Promise<string> {
    const institution = await signUpInstitution(database());
    for (const entry of entries) await enter(institution, ...entry);
    return institution;
  }
  const forecast = async (institution: string) => one(await ask(database(), signedIn(institution), FORECAST)).forecast;
  const inDays = async (days: number) =>
    one(
      await database().query(
        `select to_char((now() at time zone 'Europe/Berlin')::date + $1::text::int, 'YYYY-MM-DD') as day`,
        [String(days)],
      ),
    ).day;

  it('says on which day the credits end at the pace of the last months', async () => {
    const institution = await open(['grant', 300, 100], ['spend', -60, 90], ['spend', -40, 10]);
    // 100 within 100 days: the 200 that are left last 200 days.
    expect(await forecast(institution)).toEqual({
      available: 200,
      used: 100,
      days: 100,
      basis: 'pace',
      lasts_until: await inDays(200),
    });
  });

  it('looks back 180 days at most, and leaves out what was given back', async () => {
    const institution = await open(['grant', 1000, 400], ['spend', -300, 300], ['spend', -90, 170], ['spend', -90, 20]);
    const mistake = await enter(institution, 'spend', -200, 40);
    await database().query(
      `insert into nemus_credit_entries (institution_id, kind, amount, source_id, reverses_id)
       values ($1::text::uuid, 'spend_reversal', 200, 'given back', $2::text::bigint)`,
      [institution, String(mistake)],
    );
    expect(await forecast(institution)).toMatchObject({
      used: 180,
      days: 180,
      basis: 'pace',
      lasts_until: await inDays(520),
    });
  });

  it.each([
    [
      'nothing left',
      'empty',
      [
        ['grant', 50, 90],
        ['spend', -50, 60],
      ],
    ],
    ['never any credits', 'empty', []],
    ['nothing spent', 'no_use', [['grant', 50, 90]]],
    [
      'spent before the last months alone',
      'no_use',
      [
        ['grant', 90, 400],
        ['spend', -10, 300],
      ],
    ],
    [
      'less than four weeks',
      'too_little',
      [
        ['grant', 90, 27],
        ['spend', -10, 20],
        ['spend', -10, 2],
      ],
    ],
    [
      'one purchase',
      'too_little',
      [
        ['grant', 90, 90],
        ['spend', -10, 20],
      ],
    ],
    [
      'more than five years',
      'far',
      [
        ['grant', 9000, 90],
        ['spend', -10, 20],
        ['spend', -10, 2],
      ],
    ],
  ] as const)('promises no day for %s', async (_what, basis, entries) => {
    expect(await forecast(await open(...entries))).toMatchObject({ basis, lasts_until: null });
  });

  it('is the institution’s own', async () => {
    const person = signedIn(await signUp(database()));
    expect((await refusal(database(), person, FORECAST))?.hint).toBe('institution_required');
  });
}
