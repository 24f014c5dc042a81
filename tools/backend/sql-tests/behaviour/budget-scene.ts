import { giveCredits, signUpInstitution } from '../accounts';
import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { argumentsOf, CREATE } from './checkout';
import { linkTrainee } from './logbook-scene';
import { addMember } from './member-scene';
import { one } from './values';

export const BOOK = 'select (nemus_book_course($1::text::uuid, $2::text::uuid[])).id::text as id';
export const REQUEST = 'select nemus_request_booking($1::text::uuid, $2::text::uuid[], $3) as id';
export const DECIDE = 'select nemus_decide_booking_request($1::text::uuid, $2::text::boolean, $3) as answer';
export const WITHDRAW = 'select nemus_withdraw_booking_request($1::text::uuid)';

/** What budgets and limits are asked and told with: an institution, two trainees, and somebody who books for it. */
export function budgetScene(database: () => TestDatabase) {
  async function setScene() {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 2000);
    const { trainee } = await linkTrainee(database(), institution);
    const { trainee: second } = await linkTrainee(database(), institution);
    return { institution, trainee, second, booker: await addMember(database(), institution, ['booking']) };
  }
  const call = (account: string, statement: string, parameters: readonly unknown[]) =>
    ask(database(), signedIn(account), statement, parameters);
  const refused = (account: string, statement: string, parameters: readonly unknown[]) =>
    refusal(database(), signedIn(account), statement, parameters);
  const setBudget = (institution: string, trainee: string, credits: number | null, cents: number | null) =>
    call(institution, 'select nemus_set_budget(array[$1::text::uuid], $2::text::int, $3::text::int)', [
      trainee,
      credits === null ? null : String(credits),
      cents === null ? null : String(cents),
    ]);
  const setLimit = (institution: string, credits: number | null, cents: number | null) =>
    call(institution, 'select nemus_set_spending_limit($1::text::int, $2::text::int)', [
      credits === null ? null : String(credits),
      cents === null ? null : String(cents),
    ]);
  const cardOf = (account: string, course: string, trainees: readonly string[]) =>
    refusal(database(), SERVICE, CREATE, argumentsOf(account, { kind: 'course', course, trainees }));
  const listOf = async (account: string) =>
    one(await call(account, 'select nemus_booking_request_list() as list', [])).list;
  return { setScene, call, refused, setBudget, setLimit, cardOf, listOf };
}
