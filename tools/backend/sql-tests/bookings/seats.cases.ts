import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { CANCEL_PLACES } from '../scenes/bookings';
import { signUpInstitution } from '../scenes/institutions';
import { addProbeCourse } from '../scenes/learning';
import { one } from '../scenes/rows';
import { ASSIGN_SEAT, bookSeats, FREE_SEAT, TRANSFER_SEAT, type SeatScene } from '../scenes/seats';
import { SET_INACTIVE, type LinkedTrainee } from '../scenes/trainees';

export function seatCases(database: () => TestDatabase): void {
  const act = (scene: SeatScene, statement: string, ...people: readonly (LinkedTrainee | undefined)[]) =>
    refusal(database(), signedIn(scene.institution), statement, [
      scene.booking,
      ...people.map((p) => p?.trainee ?? ''),
    ]);
  const hint = async (...given: Parameters<typeof act>) => (await act(...given))?.hint ?? null;
  const enrolled = async ({ account }: LinkedTrainee) =>
    (await ask(database(), signedIn(account), 'select from nemus_course_enrollments')).length === 1;
  const credits = async ({ institution }: SeatScene) =>
    one(await ask(database(), signedIn(institution), 'select available_credits as n from nemus_credit_balances')).n;
  const seats = async ({ institution }: SeatScene, search = '', state: string | null = null) =>
    one(await ask(database(), signedIn(institution), 'select nemus_seats($1, $2) as list', [search, state])).list;
  const told = async ({ account }: LinkedTrainee) =>
    (await ask(database(), signedIn(account), 'select kind from nemus_notifications order by created_at, kind')).map(
      ({ kind }) => kind,
    );

  it('lists who has what, what it is worth to take it back, and finds by words and state', async () => {
    const scene = await bookSeats(database(), 20);
    expect(await seats(scene)).toMatchObject({
      total: 2,
      counts: { unused: 2 },
      seats: [
        { booking_id: scene.booking, name: 'Ada Beck', state: 'unused', back: 'payment', can_move: true },
        { name: 'Ben Beck', state: 'unused', back: 'payment', can_move: true },
      ],
    });
    expect(await seats(scene, 'BECK ben')).toMatchObject({ total: 1, seats: [{ name: 'Ben Beck' }] });
    expect(await seats(scene, '%')).toMatchObject({ total: 0, counts: { unused: 2 }, seats: [] });
    expect(await seats(scene, '', 'completed')).toMatchObject({ total: 0 });
    const other = await signUpInstitution(database());
    expect(await seats({ ...scene, institution: other })).toEqual({ total: 0, counts: {}, seats: [] });
  });

  it('transfers a place in one step: one loses access, the other has it, both are told, nothing is paid', async () => {
    const scene = await bookSeats(database(), 20);
    const [ada, cem] = [scene.booked[0], scene.others[0]];
    if (!ada || !cem) throw new Error('A trainee is missing.');
    const before = await credits(scene);
    expect(await act(scene, TRANSFER_SEAT, ada, cem)).toBeNull();
    expect([await enrolled(ada), await enrolled(cem)]).toEqual([false, true]);
    expect(await told(ada)).toContain('booking_cancelled');
    expect(await told(cem)).toContain('booking_made');
    expect(await credits(scene)).toBe(before);
    expect(await seats(scene)).toMatchObject({ seats: [{ name: 'Ben Beck' }, { name: 'Cem Beck' }] });
    // Cancelled later, the place returns its price once.
    const cancelled = one(
      await ask(database(), SERVICE, CANCEL_PLACES, [scene.institution, scene.booking, `{${cem.trainee}}`]),
    );
    expect(cancelled.result).toMatchObject({ places: 1, credits_returned: 60 });
    expect(await credits(scene)).toBe(Number(before) + 60);
  });

  it('a place that can be given back is not freed; one that cannot is, and goes to another person', async () => {
    const early = await bookSeats(database(), 20);
    expect(await hint(early, FREE_SEAT, early.booked[0])).toBe('seat_refundable');
    const scene = await bookSeats(database(), 3);
    const [ada, cem] = [scene.booked[0], scene.others[0]];
    if (!ada || !cem) throw new Error('A trainee is missing.');
    const before = await credits(scene);
    expect(await hint(scene, ASSIGN_SEAT, cem)).toBe('no_free_seat');
    expect(await hint(scene, FREE_SEAT, ada)).toBeNull();
    expect(await hint(scene, FREE_SEAT, ada)).toBe('place_not_found');
    expect(await enrolled(ada)).toBe(false);
    expect(await seats(scene)).toMatchObject({
      counts: { free: 1, unused: 1 },
      seats: [
        { name: null, state: 'free', back: null, can_move: true },
        { name: 'Ben Beck', back: 'place', can_move: true },
      ],
    });
    expect(await hint(scene, ASSIGN_SEAT, cem)).toBeNull();
    expect(await enrolled(cem)).toBe(true);
    expect(await hint(scene, ASSIGN_SEAT, scene.others[1])).toBe('no_free_seat');
    expect(await credits(scene)).toBe(before);
    const refused = await refusal(database(), SERVICE, CANCEL_PLACES, [
      scene.institution,
      scene.booking,
      `{${cem.trainee}}`,
    ]);
    expect(refused?.hint).toBe('booking_deadline_passed');
  });

  it('a used place stays with the person who used it', async () => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const scene = await bookSeats(database(), 3, seminar);
    await ask(database(), signedIn(scene.booked[0]?.account ?? ''), `select nemus_complete_module('${id}-a1')`);
    expect(await hint(scene, TRANSFER_SEAT, scene.booked[0], scene.others[0])).toBe('place_begun');
    expect(await hint(scene, FREE_SEAT, scene.booked[0])).toBe('place_begun');
    expect(await seats(scene, 'ada')).toMatchObject({ seats: [{ state: 'started', back: null, can_move: false }] });
  });

  it('a place that was begun comes back with no deleted account, neither as money nor for the next person', async () => {
    const { id, seminar } = await addProbeCourse(database(), { premium: true });
    const scene = await bookSeats(database(), 20, seminar);
    const [ada, ben] = scene.booked;
    if (!ada || !ben) throw new Error('A trainee is missing.');
    await ask(database(), signedIn(ada.account), `select nemus_open_module('${id}-a1')`);
    for (const { account } of [ada, ben]) {
      const fresh = { ...signedIn(account), signedInAt: Math.floor(Date.now() / 1000) };
      await ask(database(), fresh, 'select nemus_delete_account()');
    }
    const cancel = (who: LinkedTrainee) =>
      refusal(database(), SERVICE, CANCEL_PLACES, [scene.institution, scene.booking, `{${who.trainee}}`]);
    expect((await cancel(ada))?.hint).toBe('trainee_left');
    expect(await hint(scene, TRANSFER_SEAT, ada, scene.others[0])).toBe('trainee_left');
    expect(await seats(scene)).toMatchObject({ counts: { left: 1, unused: 1 } });
    const next = await signUp(database());
    await database().query('update nemus_trainees set user_id = $2::text::uuid where id = $1::text::uuid', [
      ada.trainee,
      next,
    ]);
    expect(await enrolled({ account: next, trainee: ada.trainee })).toBe(false);
    // Not begun: its cost comes back.
    const before = await credits(scene);
    expect(await cancel(ben)).toBeNull();
    expect(Number(await credits(scene))).toBeGreaterThan(Number(before));
  });

  it('goes to no one it could not be booked for: people who have it, inactive ones, strangers, beyond the budget', async () => {
    const scene = await bookSeats(database(), 20);
    const other = await bookSeats(database(), 20);
    const [ada, ben] = scene.booked;
    const [cem, dora] = scene.others;
    expect(await hint(scene, TRANSFER_SEAT, ada, ben)).toBe('already_enrolled');
    expect(await hint(scene, TRANSFER_SEAT, ada, ada)).toBe('already_enrolled');
    expect(await hint(scene, TRANSFER_SEAT, ada, other.others[0])).toBe('trainee_not_found');
    await database().query(SET_INACTIVE, [cem?.trainee]);
    expect(await hint(scene, TRANSFER_SEAT, ada, cem)).toBe('trainee_inactive');
    await ask(database(), signedIn(scene.institution), 'select nemus_set_budget($1::text::uuid[], 59, null)', [
      `{${dora?.trainee}}`,
    ]);
    expect(await hint(scene, TRANSFER_SEAT, ada, dora)).toBe('budget_exceeded');
    if (ada) expect(await enrolled(ada)).toBe(true);
  });

  it('can be changed by no other institution, and not after the course', async () => {
    const scene = await bookSeats(database(), 3);
    const stranger = { ...scene, institution: await signUpInstitution(database()) };
    for (const statement of [FREE_SEAT, ASSIGN_SEAT]) {
      expect(await hint(stranger, statement, scene.booked[0])).toBe('booking_not_found');
      expect(await hint({ ...scene, institution: scene.booked[0]?.account ?? '' }, statement, scene.booked[0])).toBe(
        'institution_required',
      );
    }
    await database().query(
      `update nemus_course_bookings set start_date = start_date - 60, end_date = end_date - 60 where id = $1::text::uuid`,
      [scene.booking],
    );
    expect(await hint(scene, FREE_SEAT, scene.booked[0])).toBe('seat_expired');
    expect(await seats(scene, 'ada')).toMatchObject({ seats: [{ state: 'unused', back: null, can_move: false }] });
  });

  it('a member who only reads sees the places and changes none', async () => {
    const scene = await bookSeats(database(), 3);
    const reader = await signUpInstitution(database(), 'Leserin');
    await database().query(
      `insert into nemus_members (institution_id, user_id, roles, chosen_at)
       values ($1::text::uuid, $2::text::uuid, array['reading'], now() + interval '1 minute')`,
      [scene.institution, reader],
    );
    expect(await seats({ ...scene, institution: reader })).toMatchObject({ total: 2 });
    expect(await hint({ ...scene, institution: reader }, FREE_SEAT, scene.booked[0])).toBe('member_role_required');
  });
}
