import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { CREATE_ORDER, orderArguments } from './checkouts';
import { giveCredits, signUpInstitution } from './institutions';
import { addMember } from './members';
import { one } from './rows';
import { linkTrainee } from './trainees';

/** Members request a booking, decide on it and withdraw it. */
export const REQUEST_BOOKING = 'select nemus_request_booking($1::text::uuid, $2::text::uuid[], $3) as id';
export const DECIDE_REQUEST = 'select nemus_decide_booking_request($1::text::uuid, $2::text::boolean, $3) as answer';
export const WITHDRAW_REQUEST = 'select nemus_withdraw_booking_request($1::text::uuid)';

/** Calls about budgets and limits, and their scene: an institution, two trainees, and a member who books. */
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
    refusal(database(), SERVICE, CREATE_ORDER, orderArguments(account, { kind: 'course', course, trainees }));
  const listOf = async (account: string) =>
    one(await call(account, 'select nemus_booking_request_list() as list', [])).list;
  return { setScene, call, refused, setBudget, setLimit, cardOf, listOf };
}
