import { z } from 'zod';
import { findOwnCustomer } from '../_shared/customers.ts';
import { openDatabase } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import { Failure } from '../_shared/failure.ts';
import { fetchPlans, findPortalConfiguration } from '../_shared/plans.ts';
import { ask, openProvider } from '../_shared/provider.ts';

/** The page on which an institution manages its subscription: no body → `{ url }`. */
export default endpoint(
  z.object({}),
  async ({ caller, environment }) => {
    const database = openDatabase(environment);
    if ((await database.findUserType(caller.id)) !== 'institution') throw new Failure('institution_required');
    const stripe = openProvider(environment);
    const customer = await findOwnCustomer(database, stripe, caller.id);
    const returnUrl = `${environment.siteUrl}/subscription`;
    const configuration = await findPortalConfiguration(stripe, await fetchPlans(database), returnUrl);
    const session = await ask(
      stripe.billingPortal.sessions.create({ customer, configuration, locale: 'de', return_url: returnUrl }),
    );
    return { url: session.url };
  },
  { demand: 'fresh' },
);
