import { ANONYMOUS, ask, refusal, SERVICE, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { certificatesOf, mark } from '../scenes/attendance';
import { addRunningDate } from '../scenes/dates';
import { takePart } from '../scenes/places';
import { one } from '../scenes/rows';
import { pastedForms } from '../scenes/pasted-codes';
import { setSampleData } from '../scenes/samples';
import { hireStaff } from '../scenes/staff';

const VERIFY = 'select nemus_verify_certificate($1) as answer';

/** The public answer about a certificate’s number. */
export function verificationCases(database: () => TestDatabase): void {
  const verify = async (number: string | null) => one(await ask(database(), ANONYMOUS, VERIFY, [number])).answer;
  const attended = async ({ first, last } = { first: 'Ida', last: 'Groß' }) => {
    const staff = await hireStaff(database(), ['teaching']);
    const user = await signUp(database(), { first, last, email: `ida.${Date.now()}@x.example` });
    const date = await addRunningDate(database());
    await takePart(database(), user, date);
    await mark(database(), staff, date.date, [{ user_id: user, attendance: 'present' }]);
    const [paper] = await certificatesOf(database(), user);
    return { staff, user, date: date.date, number: String(paper?.number) };
  };

  it('tells signed out what the paper shows, and nothing else of the person', async () => {
    const { number } = await attended();
    const answer = await verify(number);
    expect(answer).toEqual({
      status: 'genuine',
      number,
      revoked_at: null,
      certificate: {
        kind: 'attendance',
        holder: 'Ida Groß',
        title: 'Traumatherapie, Teil 1',
        issuer: 'Nemus Weiterbildungsportal',
        issuer_address: expect.stringContaining('10115 Berlin'),
        units: 12,
        issued_on: expect.any(String),
        session: expect.objectContaining({ type: 'Workshop' }),
      },
      renamed: false,
      logbook: null,
    });
    for (const written of [number.toLowerCase(), number.replaceAll('-', ''), ` ${number.replaceAll('-', ' ')} `]) {
      expect(await verify(written)).toEqual(answer);
    }
    expect(await verify(number.replaceAll('0', 'o').replaceAll('1', 'l'))).toEqual(answer);
    for (const written of pastedForms(number)) {
      expect({ written, answer: await verify(written) }).toEqual({ written, answer });
    }
  });

  it('shows no e-mail address as a name', async () => {
    const { user, number } = await attended({ first: '', last: '' });
    expect(await verify(number)).toMatchObject({ certificate: { holder: expect.not.stringContaining('@') } });
    const [paper] = await certificatesOf(database(), user);
    expect(String(paper?.holder)).not.toContain('@');
  });

  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['a wildcard', '%'],
    ['as many wildcards', '____-____-____-____'],
    ['a number that was never drawn', '0000-0000-0000-0000'],
    ['an older number', 'T-1234ABCD'],
    ['a page of text', 'A'.repeat(5000)],
    ['a quote', `' or true --`],
  ])('knows nothing of %s', async (_what, number) => {
    expect(await verify(number)).toEqual({
      status: 'unknown',
      number: null,
      revoked_at: null,
      certificate: null,
      renamed: false,
      logbook: null,
    });
  });

  it('knows nothing of a part of a number, nor of one that differs in one sign', async () => {
    const { number } = await attended();
    const changed = `${number.slice(0, -1)}${number.endsWith('A') ? 'B' : 'A'}`;
    for (const tried of [number.slice(0, -1), number.slice(0, 14), `${number}A`, changed]) {
      expect(await verify(tried)).toMatchObject({ status: 'unknown' });
    }
  });

  it('says since when a revoked one does not hold any more, also when its account is gone', async () => {
    const { staff, user, date, number } = await attended();
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent', seen: 1 }]);
    expect(await verify(number)).toMatchObject({
      status: 'revoked',
      revoked_at: expect.any(String),
      certificate: { holder: 'Ida Groß' },
    });
    await database().query('delete from auth.users where id = $1::text::uuid', [user]);
    expect(await verify(number)).toMatchObject({ status: 'revoked', number, certificate: null });
  });

  it('tells the person what was issued in words that differ, and once what was revoked', async () => {
    const { staff, user, date } = await attended();
    const told = async () =>
      (
        await database().query(
          `select kind, facts -> 'kind' as of, facts -> 'reason' as reason from nemus_notifications
           where user_id = $1::text::uuid and kind like 'certificate%' order by kind, facts ->> 'kind'`,
          [user],
        )
      ).map(({ kind, of, reason }) => [kind, of, ...(reason === null ? [] : [reason])]);
    const issued = ['attendance', 'completion'].map((of) => ['certificate_issued', of]);
    expect(await told()).toEqual(issued);
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent', seen: 1 }]);
    const revoked = [
      ...issued,
      ...['attendance', 'completion'].map((of) => ['certificate_revoked', of, 'attendance_corrected']),
    ];
    expect(await told()).toEqual(revoked);
    // The same again changes nothing.
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent', seen: 2 }]);
    expect(await told()).toEqual(revoked);
  });

  it('says of a certificate of the sample set that it certifies nothing', async () => {
    await setSampleData(database(), true);
    const user = await signUp(database());
    await setSampleData(database(), false);
    await database().query('select private.nemus_issue_attendances($1::text::uuid)', [user]);
    const drawn = (await certificatesOf(database(), user)).filter(({ number }) => /^[^-]{4}-/.test(String(number)));
    expect(drawn.length).toBeGreaterThan(0);
    for (const { number } of drawn) expect(await verify(String(number))).toMatchObject({ status: 'sample' });
    // Numbers that other issuers gave are theirs.
    expect(await verify('NZ-1302')).toMatchObject({ status: 'unknown' });
  });

  it('draws numbers without a pattern: 79 bits, and never the same', async () => {
    const rows = await database().query('select private.nemus_draw_number() as number from generate_series(1, 2000)');
    const numbers = rows.map(({ number }) => String(number));
    expect(new Set(numbers).size).toBe(2000);
    // Every place takes every sign, but the one in which a UUID writes its version: that takes half of them.
    const places = Array.from(
      { length: 16 },
      (_place, at) => new Set(numbers.map((number) => number.replaceAll('-', '')[at])).size,
    );
    expect(places.toSorted((a, b) => a - b)).toEqual([16, ...Array.from({ length: 15 }, () => 32)]);
  });

  it('revocations only grow, and no account reads or writes them', async () => {
    const { staff, user, date } = await attended();
    await mark(database(), staff, date, [{ user_id: user, attendance: 'absent', seen: 1 }]);
    for (const change of ['delete from', 'update']) {
      const statement = `${change} private.nemus_certificate_revocations${change === 'update' ? ' set created_at = now()' : ''}`;
      await expect(database().query(statement)).rejects.toMatchObject({ code: 'PT405' });
    }
    for (const caller of [ANONYMOUS, SERVICE]) {
      const read = await refusal(database(), caller, 'select * from private.nemus_certificate_revocations');
      expect(read?.code).toBe('42501');
    }
  });
}
