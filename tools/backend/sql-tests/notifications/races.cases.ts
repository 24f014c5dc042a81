import { SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { tell } from '../scenes/notifications';
import { askForCode, CHECK_PHONE, freshNumber, giveNumber } from '../scenes/phones';
import { connectAll, hints, race, won, type Finish, type Racer } from '../scenes/races';
import { one } from '../scenes/rows';
import { reportingInstitution, WRITE_WEEKLY_REPORTS } from '../scenes/weekly-reports';

const CLAIM: Racer = { caller: SERVICE, statement: 'select nemus_claim_sms() as list' };
const listsOf = (finishes: readonly Finish[]) =>
  won(finishes).flatMap((finish) => ('rows' in finish ? (one(finish.rows).list as readonly { sms_id: string }[]) : []));

/** Concurrent senders. */
export function smsRaceCases(database: () => TestDatabase): void {
  const countSms = async (db: TestDatabase, account: string) =>
    (await db.query('select id from nemus_sms where user_id = $1::text::uuid', [account])).length;

  it('of two who send at the same moment each SMS goes to one', async () => {
    const account = await signUp(database());
    await giveNumber(database(), account);
    for (const key of ['a', 'b', 'c', 'd']) {
      await database().query('select private.nemus_queue_sms($1::text::uuid, $2::text::uuid, true)', [
        account,
        await tell(database(), account, key),
      ]);
    }
    const claimed = listsOf(await race(database(), [CLAIM, CLAIM, CLAIM])).map(({ sms_id: id }) => id);
    expect(claimed).toHaveLength(4);
    expect(new Set(claimed).size).toBe(4);
  });

  it('guessing at the same moment gives no more than five attempts', async () => {
    const account = await signUp(database());
    const code = await askForCode(database(), account, freshNumber());
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const finishes = await race(
      database(),
      Array.from({ length: 8 }, () => ({ caller: signedIn(account), statement: CHECK_PHONE, parameters: [wrong] })),
    );
    expect(won(finishes)).toHaveLength(8);
    const { attempts } = one(
      await database().query(
        `select c.attempts from private.nemus_phone_codes c join nemus_phones p on p.id = c.phone_id
         where p.user_id = $1::text::uuid`,
        [account],
      ),
    );
    expect(attempts).toBe(5);
  });

  it('who asks several times at once gets one code', async () => {
    const account = await signUp(database());
    const ask = (): Racer => ({
      caller: SERVICE,
      statement: 'select nemus_start_phone_check($1::text::uuid, $2, $3)',
      parameters: [account, freshNumber(), '2026-11'],
    });
    const finishes = await race(database(), [ask(), ask(), ask()]);
    expect(won(finishes)).toHaveLength(1);
    expect(hints(finishes)).toEqual(new Set(['phone_code_too_soon']));
    expect(await countSms(database(), account)).toBe(1);
  });

  it('of two who write reports at the same moment one does, and tells once', async () => {
    const institution = await reportingInstitution(database());
    const connections = await connectAll(database(), 3);
    for (const connection of connections) await connection.query('begin');
    // The first has written and not committed: the others wait for its row.
    const running = connections.map(async (connection) => {
      const { n } = one(await connection.query(WRITE_WEEKLY_REPORTS, ['2026-06-15T06:00:00Z']));
      await connection.query('commit');
      return Number(n);
    });
    expect((await Promise.all(running)).toSorted()).toEqual([0, 0, 1]);
    await Promise.all(connections.map((connection) => connection.close()));
    const told = await database().query(
      `select 1 from nemus_notifications where user_id = $1::text::uuid and kind = 'weekly_report'`,
      [institution],
    );
    expect(told).toHaveLength(1);
  });
}
