import { createHash, randomUUID } from 'node:crypto';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { one } from '../scenes/rows';
import { declaration, RECORD_WITHDRAWAL } from '../scenes/withdrawals';

const NOTE = 'select nemus_note_withdrawal_receipt($1::uuid, $2)';

const newSource = () => createHash('sha256').update(randomUUID()).digest('hex');
const TOO_MANY = { code: 'PT429', hint: 'too_many_withdrawals' };

export function withdrawalCases(database: () => TestDatabase): void {
  const record = async (values: readonly unknown[]) => one(await ask(database(), SERVICE, RECORD_WITHDRAWAL, values));
  const note = (values: readonly unknown[], sent: boolean) => ask(database(), SERVICE, NOTE, [values[0], sent]);
  /** As if it had been declared, or claimed, that long ago. */
  const age = (column: string, interval: string, values: readonly unknown[]) =>
    database().query(
      `update private.nemus_withdrawals set ${column} = now() - $2::text::interval where declaration_key = $1`,
      [values[0], interval],
    );

  it('records a declaration once, however often it is sent, and gives its receipt to the first', async () => {
    const values = declaration();
    const first = await record(values);
    expect(first.reference).toMatch(/^W-\d{8}-[0-9A-F]{8}$/);
    expect(first).toMatchObject({ sent: false, claimed: true, is_new: true });
    // The first one is still sending it.
    expect(await record(values)).toEqual({ ...first, claimed: false, is_new: false });
    await note(values, true);
    expect(await record(values)).toEqual({ ...first, sent: true, claimed: false, is_new: false });
    const rows = await database().query('select 1 from private.nemus_withdrawals where declaration_key = $1', [
      values[0],
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is deleted six years after the end of its year, with or without an account', async () => {
    const [young, old] = [declaration(), declaration()];
    for (const values of [young, old]) await record(values);
    await database().query('alter table private.nemus_withdrawals disable trigger keep_declaration');
    for (const [values, years] of [
      [young, 6],
      [old, 7],
    ] as const) {
      await database().query(
        `update private.nemus_withdrawals set received_at = now() - make_interval(years => $2::text::int)
         where declaration_key = $1`,
        [values[0], String(years)],
      );
    }
    await database().query('alter table private.nemus_withdrawals enable trigger keep_declaration');
    await database().query('select private.nemus_forget_withdrawal_sources()');
    const left = await database().query(
      'select declaration_key::text as key from private.nemus_withdrawals where declaration_key in ($1, $2)',
      [young[0], old[0]],
    );
    expect(left).toEqual([{ key: young[0] }]);
  });

  it('lets a receipt that did not leave be tried again, five times in all', async () => {
    const values = declaration();
    for (let attempt = 0; attempt < 5; attempt += 1) {
      expect(await record(values)).toMatchObject({ claimed: true, is_new: attempt === 0 });
      await note(values, false);
    }
    expect(await record(values)).toMatchObject({ claimed: false, sent: false });
  });

  it('takes a claim back from a call that never came to its end', async () => {
    const values = declaration();
    await record(values);
    await age('receipt_claimed_at', '5 minutes 1 second', values);
    expect(await record(values)).toMatchObject({ claimed: true, is_new: false });
  });

  it('answers what is recorded, and refuses the same declaration with another text', async () => {
    const key = randomUUID();
    const values = declaration({ key, email: 'mira@x.example', contract: 'Kurs Ethik' });
    const full = `select nemus_record_withdrawal($1::uuid, $2, $3, $4, $5, $6) - 'reference' - 'received_at' as r`;
    expect(one(await ask(database(), SERVICE, full, values)).r).toEqual({
      name: 'Mira Sommer',
      email: 'mira@x.example',
      contract: 'Kurs Ethik',
      message: '',
      receipt_sent: false,
      claimed: true,
      is_new: true,
    });
    for (const other of [{ email: 'victim@x.example' }, { contract: 'Kaufen Sie jetzt!' }]) {
      const repeated = declaration({ key, email: 'mira@x.example', contract: 'Kurs Ethik', ...other });
      expect(await refusal(database(), SERVICE, RECORD_WITHDRAWAL, repeated)).toMatchObject({
        code: 'PT409',
        hint: 'withdrawal_differs',
      });
    }
  });

  it('mails five receipts to one mailbox within an hour, and records every further declaration', async () => {
    const name = randomUUID();
    const first = declaration({ email: `${name}@x.example` });
    await record(first);
    for (let count = 1; count < 5; count += 1) await record(declaration({ email: `${name}+${count}@x.example` }));
    for (const email of [`${name}@x.example`, `${name.toUpperCase()}@X.example`, `${name}+another@x.example`]) {
      // A stranger who floods the mailbox blocks no declaration of its owner.
      expect(await record(declaration({ email, source: newSource() }))).toMatchObject({ claimed: false, is_new: true });
    }
    expect(await record(first)).toMatchObject({ is_new: false });
  });

  it('mails ten receipts to one mailbox within a day', async () => {
    const email = `${randomUUID()}@x.example`;
    for (let count = 0; count < 10; count += 1) {
      const values = declaration({ email });
      expect(await record(values)).toMatchObject({ claimed: true });
      await age('receipt_claimed_at', '2 hours', values);
    }
    expect(await record(declaration({ email }))).toMatchObject({ claimed: false, is_new: true });
  });

  it('mails ten receipts from one source within an hour, takes a hundred, and forgets sources after a day', async () => {
    const source = newSource();
    let claimed = 0;
    for (let count = 0; count < 12; count += 1) claimed += Number((await record(declaration({ source }))).claimed);
    expect(claimed).toBe(10);
    const fill = 'insert into private.nemus_withdrawal_sources (source) select $1 from generate_series(1, 87)';
    await database().query(fill, [source]);
    expect(await record(declaration({ source }))).toMatchObject({ claimed: false, is_new: true });
    expect(await refusal(database(), SERVICE, RECORD_WITHDRAWAL, declaration({ source }))).toMatchObject(TOO_MANY);
    // Other people, and callers without a proxy that names their address, are not held up.
    await record(declaration({ source: newSource() }));
    await record(declaration());
    const find = 'select 1 from private.nemus_withdrawal_sources where source = $1';
    await database().query(
      `update private.nemus_withdrawal_sources set created_at = now() - interval '25 hours' where source = $1`,
      [source],
    );
    await record(declaration({ source: newSource() }));
    expect(await database().query(find, [source])).toEqual([]);
  });

  it('records beyond a hundred receipts an hour, but mails no more of them', async () => {
    const stale = `update private.nemus_withdrawals set receipt_claimed_at = now() - interval '2 hours'`;
    await database().query(stale);
    let claimed = 0;
    for (let count = 0; count < 102; count += 1) claimed += Number((await record(declaration())).claimed);
    expect(claimed).toBe(100);
    await database().query(stale);
  }, 30_000);

  it('keeps what was declared; only the handling is written later', async () => {
    const values = declaration();
    await record(values);
    const change = `update private.nemus_withdrawals set contract = 'anders' where declaration_key = $1`;
    await expect(database().query(change, [values[0]])).rejects.toMatchObject({ code: 'PT405' });
    const handle = `update private.nemus_withdrawals set handled_at = now(), handled_note = 'erstattet'
      where declaration_key = $1 returning handled_note`;
    expect(await ask(database(), SERVICE, handle, [values[0]])).toEqual([{ handled_note: 'erstattet' }]);
  });

  it('is out of reach for clients', async () => {
    const piw = await signUp(database());
    for (const caller of [ANONYMOUS, signedIn(piw)]) {
      expect(await refusal(database(), caller, RECORD_WITHDRAWAL, declaration())).toMatchObject({ code: '42501' });
      for (const table of ['nemus_withdrawals', 'nemus_withdrawal_sources']) {
        expect(await refusal(database(), caller, `select 1 from private.${table}`)).toMatchObject({ code: '42501' });
      }
    }
  });
}
