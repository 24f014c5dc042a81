import type { TestDatabase } from '../database/database';
import { openCheckout, reportOf } from '../scenes/checkouts';
import { signUpInstitution } from '../scenes/institutions';
import { race, won } from '../scenes/races';

/** Concurrent invoices. */
export function invoiceRaceCases(database: () => TestDatabase): void {
  it('numbers the invoices of 20 payments at the same moment without gap or double', async () => {
    const id = await signUpInstitution(database());
    const checkouts = [];
    for (let n = 0; n < 20; n += 1)
      checkouts.push(await openCheckout(database(), id, { kind: 'credits', credits: 100 }));
    expect(won(await race(database(), checkouts.map(reportOf)))).toHaveLength(20);
    const numbers = (
      await database().query(
        'select right(number, 6)::int as n from nemus_invoices where not is_sample order by number',
      )
    ).map(({ n }) => Number(n));
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  });
}
