import { randomUUID } from 'node:crypto';
import { ask, signedIn, type TestDatabase } from '../database/database';
import { SEMINAR_FORM } from '../scenes/courses';
import { addDate } from '../scenes/dates';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { hints, race, won } from '../scenes/races';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

/** Concurrent changes of one seminar. */
export function courseRaceCases(database: () => TestDatabase): void {
  it('saves a seminar once of ten people at the same moment, and none over a purchase', async () => {
    const staff = await hireStaff(database(), ['catalogue']);
    const id = randomUUID();
    const save = (theory: number, version: unknown) => ({
      caller: signedIn(staff),
      statement: 'select nemus_save_course($1::text::uuid, $2::text::jsonb, $3::text::timestamptz) as course',
      parameters: [id, JSON.stringify({ ...SEMINAR_FORM, theory_units: theory }), version],
    });
    const versionOf = async () =>
      text(
        await database().query('select updated_at::text from nemus_courses where id = $1::text::uuid', [id]),
        'updated_at',
      );
    // Ten times the same new draft is one.
    expect(
      won(
        await race(
          database(),
          Array.from({ length: 10 }, () => save(8, null)),
        ),
      ),
    ).toHaveLength(10);
    const draft = await versionOf();
    const saves = await race(
      database(),
      Array.from({ length: 10 }, (_, n) => save(9 + n, draft)),
    );
    expect(won(saves)).toHaveLength(1);
    expect(hints(saves)).toEqual(new Set(['course_changed']));

    const publish = 'select nemus_publish_course($1::text::uuid, $2::text::timestamptz)';
    await ask(database(), signedIn(staff), publish, [id, await versionOf()]);
    await addDate(database(), id);
    const buyer = await signUpInstitution(database());
    await giveCredits(database(), buyer, 100);
    const finishes = await race(database(), [
      save(40, await versionOf()),
      { caller: signedIn(buyer), statement: ENROL_WITH_CREDITS, parameters: [buyer, id] },
    ]);
    const sold = one(
      await database().query(
        `select c.theory_units, t.terms ->> 'theory_units' as bought from nemus_courses c, nemus_transactions t
         where c.id = $1::text::uuid and t.user_id = $2::text::uuid and t.type = 'course'`,
        [id, buyer],
      ),
    );
    // In either order, the seminar counts as it did at purchase.
    expect(String(sold.theory_units)).toBe(sold.bought);
    expect(hints(finishes)).toEqual(new Set(sold.bought === '40' ? [] : ['course_sold']));
  });
}
