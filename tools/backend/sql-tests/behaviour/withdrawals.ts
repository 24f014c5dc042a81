import { randomUUID } from 'node:crypto';
import { signUp } from '../accounts';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { one } from './values';

const RECORD = `select r ->> 'reference' as reference, (r ->> 'receipt_sent')::boolean as sent
  from nemus_record_withdrawal($1::uuid, $2, $3, $4, $5) as r`;
const declaration = (email: string, key: string = randomUUID()) => [key, 'Mira Sommer', email, 'Kurs Ethik', ''];
const newAddress = () => `widerruf.${randomUUID()}@x.example`;

export function withdrawalTests(database: () => TestDatabase): void {
  it('records a declaration once, however often it is sent', async () => {
    const values = declaration(newAddress());
    const first = one(await ask(database(), SERVICE, RECORD, values));
    expect(first.reference).toMatch(/^W-\d{8}-[0-9A-F]{8}$/);
    expect(first.sent).toBe(false);
    await ask(database(), SERVICE, 'select nemus_note_withdrawal_receipt($1::uuid)', [values[0]]);
    expect(one(await ask(database(), SERVICE, RECORD, values))).toEqual({ ...first, sent: true });
    const rows = await database().query('select 1 from private.nemus_withdrawals where declaration_key = $1', [
      values[0],
    ]);
    expect(rows).toHaveLength(1);
  });

  it('takes five declarations of one address within an hour, and repeats of these', async () => {
    const address = newAddress();
    const first = declaration(address);
    await ask(database(), SERVICE, RECORD, first);
    for (let count = 1; count < 5; count += 1) await ask(database(), SERVICE, RECORD, declaration(address));
    expect(await refusal(database(), SERVICE, RECORD, declaration(address.toUpperCase()))).toMatchObject({
      code: 'PT429',
      hint: 'too_many_withdrawals',
    });
    expect(await ask(database(), SERVICE, RECORD, first)).toHaveLength(1);
  });

  it('keeps what was declared; only the handling is written later', async () => {
    const values = declaration(newAddress());
    await ask(database(), SERVICE, RECORD, values);
    const change = `update private.nemus_withdrawals set contract = 'anders' where declaration_key = $1`;
    await expect(database().query(change, [values[0]])).rejects.toMatchObject({ code: 'PT405' });
    const handle = `update private.nemus_withdrawals set handled_at = now(), handled_note = 'erstattet'
      where declaration_key = $1 returning handled_note`;
    expect(await ask(database(), SERVICE, handle, [values[0]])).toEqual([{ handled_note: 'erstattet' }]);
  });

  it('is out of reach for clients', async () => {
    const piw = await signUp(database());
    for (const caller of [ANONYMOUS, signedIn(piw)]) {
      expect(await refusal(database(), caller, RECORD, declaration(newAddress()))).toMatchObject({ code: '42501' });
      expect(await refusal(database(), caller, 'select 1 from private.nemus_withdrawals')).toMatchObject({
        code: '42501',
      });
    }
  });
}
