import { ask, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE, CANCEL_PLACES } from '../scenes/bookings';
import { buy, fulfil, openCheckout } from '../scenes/checkouts';
import { COURSE_60, COURSE_85 } from '../scenes/courses';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one, text } from '../scenes/rows';
import { setSampleData } from '../scenes/samples';
import { addTrainee } from '../scenes/trainees';

const CLAIM = 'select nemus_claim_purchase_letters($1::text::uuid) as letters';
const NOTED = 'select nemus_note_purchase_letter($1::text::uuid, $2::text::boolean)';

/** The mail that every completed purchase is owed, once. */
export function letterCases(database: () => TestDatabase): void {
  const claim = async (id: string): Promise<readonly unknown[]> => {
    const { letters } = one(await ask(database(), SERVICE, CLAIM, [id]));
    return Array.isArray(letters) ? letters : [];
  };
  /** The minutes go by since letters were last taken. */
  const pass = (minutes: number) =>
    database().query(`update private.nemus_purchase_letters set claimed_at = claimed_at - interval '${minutes} minutes',
      tried_at = tried_at - interval '${minutes} minutes'`);
  const idOf = (letter: unknown) => String(Reflect.get(Object(letter), 'transaction_id'));

  it('owes a trainee the letter of a course that is paid, with its invoice', async () => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    await ask(database(), SERVICE, `select nemus_close_checkout($1, 'pending')`, [checkout.session]);
    expect(await claim(id)).toEqual([]);
    await fulfil(database(), checkout);
    const letters = await claim(id);
    expect(letters).toMatchObject([
      {
        email: `${id}@nemus.example`,
        copy_to: null,
        user_type: 'piw',
        name: 'Eva Test',
        amount_cents: 17_000,
        invoice_number: expect.stringMatching(/^NE-/),
        booking: null,
      },
    ]);
    await fulfil(database(), checkout);
    expect(await claim(id)).toEqual([]);
    // Its mail could not leave: another caller may try, but not immediately; once it has left, none.
    await ask(database(), SERVICE, NOTED, [idOf(letters[0]), 'false']);
    expect(await claim(id)).toEqual([]);
    await pass(6);
    expect(await claim(id)).toEqual(letters);
    await ask(database(), SERVICE, NOTED, [idOf(letters[0]), 'true']);
    await ask(database(), SERVICE, NOTED, [idOf(letters[0]), 'false']);
    expect(await claim(id)).toEqual([]);
  });

  it('gives a letter its document once the original is written, or never will be', async () => {
    const id = await signUp(database());
    const checkout = await openCheckout(database(), id, { kind: 'course', course: COURSE_85 });
    await fulfil(database(), checkout);
    const { transaction, invoice } = one(
      await database().query(
        'select i.transaction_id as transaction, i.id as invoice from nemus_invoices i where i.user_id = $1::text::uuid',
        [id],
      ),
    );
    const document = async () =>
      one(await ask(database(), SERVICE, 'select nemus_invoice_document($1::text::uuid) as d', [String(transaction)]))
        .d;
    expect(await document()).toBeNull();
    const xml = `<x>${'a'.repeat(200)}</x>`;
    await ask(database(), SERVICE, `select nemus_keep_invoice_file($1::text::uuid, 'en16931', $2)`, [
      String(invoice),
      xml,
    ]);
    expect(await document()).toMatchObject({ number: expect.stringMatching(/^NE-/), cancels: null, original: { xml } });

    // The refund has a document of its own, which lacks data for an original.
    await ask(database(), SERVICE, 'select nemus_refund_checkout($1, 17000)', [checkout.payment]);
    const back = one(
      await database().query(
        `select i.transaction_id as transaction, i.id as invoice, e.number from nemus_invoices i
         join nemus_invoices e on e.id = i.cancels_id where i.user_id = $1::text::uuid`,
        [id],
      ),
    );
    const corrected = async () =>
      one(
        await ask(database(), SERVICE, 'select nemus_invoice_document($1::text::uuid) as d', [
          String(back.transaction),
        ]),
      ).d;
    expect(await corrected()).toBeNull();
    await ask(database(), SERVICE, `select nemus_note_invoice_gap($1::text::uuid, '{buyer_name}')`, [
      String(back.invoice),
    ]);
    expect(await corrected()).toMatchObject({ cancels: { number: back.number }, original: null });
  });

  it('copies nothing to the mailbox of a founder who left, unless it was entered for invoices', async () => {
    const id = await signUpInstitution(database(), 'Klinik am See');
    const email = freshAddress('verwaltung');
    const other = await addMember(database(), id, ['administration'], email);
    await ask(database(), signedIn(id), 'select nemus_leave_membership($1::text::uuid)', [id]);
    await buy(database(), other, { kind: 'credits', credits: 100 });
    expect(await claim(other)).toMatchObject([{ email, copy_to: null }]);
    const [invoice] = await database().query(
      `select buyer ->> 'email' as email from nemus_invoices where user_id = $1::text::uuid`,
      [id],
    );
    expect(invoice).toEqual({ email });
  });

  it('owes an institution one for each: credits, subscription, bookings and places by card and credits', async () => {
    const id = await signUpInstitution(database(), 'Klinik am Wald');
    await giveCredits(database(), id, 1000);
    await ask(
      database(),
      signedIn(id),
      `update nemus_institution_settings set billing_email = 'buero@x.example' where institution_id = $1::text::uuid`,
      [id],
    );
    const [first, second] = [await addTrainee(database(), id), await addTrainee(database(), id)];
    await buy(database(), id, { kind: 'credits', credits: 100 });
    const yearly = await openCheckout(database(), id, { kind: 'subscription', tier: 'yearly' });
    await fulfil(database(), yearly, `sub_${id}`, '2035-01-01');
    await fulfil(
      database(),
      await openCheckout(database(), id, { kind: 'course', course: COURSE_60, trainees: [first] }),
    );
    await ask(database(), signedIn(id), BOOK_FOR_ONE, [COURSE_60, second]);
    await ask(
      database(),
      signedIn(id),
      `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
       values ($1::text::uuid, '${COURSE_85}', 'institution_credits', 'not_started')`,
      [id],
    );
    const own = { email: `${id}@nemus.example`, copy_to: 'buero@x.example', name: 'Klinik am Wald' };
    expect(await claim(id)).toMatchObject([
      { ...own, type: 'credits', item_name: '100 Credits', invoice_number: expect.any(String) },
      { ...own, type: 'subscription', service_until: '2034-12-31', invoice_number: expect.any(String) },
      { ...own, payment_method: 'card', booking: { participants: [['Kim', 'Lang']] }, amount_cents: 12_000 },
      { ...own, payment_method: 'credits', credits_amount: -60, booking: { participants: [['Kim', 'Lang']] } },
      { ...own, payment_method: 'credits', credits_amount: -85, booking: null, invoice_number: null },
    ]);
    expect(await claim(id)).toEqual([]);
  });

  it('owes none for samples, for what went back, and for credits to who wants none', async () => {
    await setSampleData(database(), true);
    const id = await signUpInstitution(database());
    await setSampleData(database(), false);
    expect(await claim(id)).toEqual([]);
    const checkout = await buy(database(), id, { kind: 'credits', credits: 500 });
    await ask(database(), SERVICE, 'select nemus_refund_checkout($1, 100000)', [checkout.payment]);
    expect(await claim(id)).toEqual([]);

    await giveCredits(database(), id, 500);
    await ask(
      database(),
      signedIn(id),
      'update nemus_institution_settings set email_notifications = false where institution_id = $1::text::uuid',
      [id],
    );
    await ask(database(), signedIn(id), BOOK_FOR_ONE, [COURSE_60, await addTrainee(database(), id)]);
    expect(await claim(id)).toEqual([]);
    await buy(database(), id, { kind: 'credits', credits: 100 });
    expect(await claim(id)).toHaveLength(1);
  });

  it('owes none for what was booked with credits and cancelled before it left', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 500);
    const trainee = await addTrainee(database(), id);
    const booking = text(await ask(database(), signedIn(id), BOOK_FOR_ONE, [COURSE_60, trainee]), 'id');
    await ask(database(), SERVICE, CANCEL_PLACES, [id, booking, `{${trainee}}`]);
    await ask(database(), signedIn(id), ENROL_WITH_CREDITS, [id, COURSE_85]);
    const [place] = await database().query('select id from nemus_course_enrollments where user_id = $1::text::uuid', [
      id,
    ]);
    await ask(database(), SERVICE, 'select nemus_refund_enrollment($1::text::uuid)', [String(place?.id)]);
    expect(await claim(id)).toEqual([]);
  });

  it('is not used up by who asks often while the mail service is away', async () => {
    const id = await signUp(database());
    await buy(database(), id, { kind: 'course', course: COURSE_85 });
    const [letter] = await claim(id);
    for (const _ask of [1, 2, 3, 4, 5, 6]) {
      await ask(database(), SERVICE, NOTED, [idOf(letter), 'false']);
      expect(await claim(id)).toEqual([]);
    }
    await pass(6);
    expect(await claim(id)).toEqual([letter]);
  });

  it('gives a letter up that was taken and never heard of, five times at most', async () => {
    const id = await signUp(database());
    await buy(database(), id, { kind: 'course', course: COURSE_85 });
    for (const _attempt of [1, 2, 3, 4, 5]) {
      expect(await claim(id)).toHaveLength(1);
      await pass(16);
    }
    expect(await claim(id)).toEqual([]);
  });
}
