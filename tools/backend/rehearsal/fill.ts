import type { Connection } from '../sql-tests/database/database';
import { signUp } from '../sql-tests/scenes/accounts';
import { fulfil, openCheckout } from '../sql-tests/scenes/checkouts';
import { signUpInstitution } from '../sql-tests/scenes/institutions';

/** Accounts with the sample set; every tenth is an institution. @returns ids of trainees. */
export async function addAccounts(connection: Connection, count: number): Promise<readonly string[]> {
  const trainees: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (index % 10 === 9) await signUpInstitution(connection, `Institut ${index}`);
    else trainees.push(await signUp(connection, { first: 'Probe', last: `Nummer ${index}` }));
  }
  return trainees;
}

/** A purchase of each account, paid. */
export async function buy(connection: Connection, accounts: readonly string[], course: string): Promise<void> {
  for (const account of accounts) {
    await fulfil(connection, await openCheckout(connection, account, { kind: 'course', course }));
  }
}
