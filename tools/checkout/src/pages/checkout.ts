import { html } from 'hono/html';
import { z } from 'zod';
import { newRoutes, type SandboxRoutes } from '../api/handle';
import { act, actionSchema } from '../payments/actions';
import { isPaymentPending, type Buyer } from '../payments/checkout';
import { chargeOfSession, openDisputeOf } from '../payments/disputes';
import type { StoredSession } from '../resources';
import type { Sandbox } from '../sandbox';
import { COUNTRY_CODES } from './buyer-fields';
import { paidForm, paymentForm, pendingForm, summary } from './checkout-view';
import { showNotice, showPage } from './layout';

/** The fields of the buyer; sessions that ask for none have none of them. */
const buyerSchema = z
  .object({
    name: z.string().trim().min(2).max(200),
    line1: z.string().trim().min(2).max(200),
    line2: z.string().trim().max(200),
    postal_code: z.string().trim().min(3).max(12),
    city: z.string().trim().min(2).max(100),
    country: z.enum(COUNTRY_CODES),
    vat_id: z
      .string()
      .trim()
      .regex(/^([A-Z]{2}[A-Z0-9]{2,13})?$/),
  })
  .transform(({ postal_code: postalCode, vat_id: vatId, ...rest }): Buyer => ({ ...rest, postalCode, vatId }));

const formSchema = z.object({ action: actionSchema });

/** The redirect of a paid session: the caller's address, with the session's id where requested. */
const returnUrl = ({ success_url: url, id }: StoredSession): string => url.replaceAll('{CHECKOUT_SESSION_ID}', id);

/** The page on which customers pay. */
export function checkoutPages(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes()
    .get('/c/pay/:id', (context) => {
      const session = store.sessions.get(context.req.param('id'));
      if (!session) {
        return showNotice(context, {
          title: 'Bezahlseite nicht gefunden',
          text: 'Diese Adresse gehört zu keiner Bestellung. Bitte beginnen Sie den Kauf im Portal noch einmal.',
          status: 404,
        });
      }
      const leadsTo = [session.success_url, session.cancel_url];
      if (session.status === 'expired') {
        return showNotice(context, {
          title: 'Diese Bezahlseite ist abgelaufen',
          text: 'Es wurde nichts abgebucht. Bitte beginnen Sie den Kauf im Portal noch einmal.',
          status: 410,
          ...(session.cancel_url && { link: { href: session.cancel_url, label: 'Zurück zum Portal' } }),
        });
      }
      if (isPaymentPending(sandbox, session)) {
        const body = html`${summary(session)}${pendingForm(session, returnUrl(session))}`;
        return showPage(context, { title: 'Zahlung ausstehend', layout: 'two', leadsTo, body });
      }
      if (session.status === 'complete') {
        const charge = chargeOfSession(sandbox, session);
        if (charge) {
          const dispute = openDisputeOf(sandbox, charge);
          const body = html`${summary(session)}${paidForm(session, dispute, returnUrl(session))}`;
          return showPage(context, { title: 'Bezahlt', layout: 'two', leadsTo, body });
        }
        return showNotice(context, {
          title: 'Die Zahlung ist fehlgeschlagen',
          text: 'Die Lastschrift wurde nicht eingelöst. Bitte beginnen Sie den Kauf im Portal noch einmal.',
          link: { href: returnUrl(session), label: 'Zurück zum Portal' },
        });
      }
      const customer = session.customer ? store.customers.get(session.customer) : undefined;
      const email = customer?.email ?? null;
      const error = context.req.query('error');
      const body = html`${summary(session)}${paymentForm(session, { email, customer, error })}`;
      return showPage(context, { title: 'Bezahlen', layout: 'two', leadsTo, body });
    })
    .post('/c/pay/:id', async (context) => {
      const session = store.sessions.get(context.req.param('id'));
      const fields = await context.req.parseBody();
      const form = formSchema.safeParse(fields);
      const here = `/c/pay/${context.req.param('id')}`;
      if (!session || !form.success) return context.redirect(here, 303);
      const { action } = form.data;
      const pays = action === 'pay' || action === 'later';
      // Another tab may have paid or the session may have expired meanwhile: the page then shows that.
      if (pays && session.status !== 'open') return context.redirect(here, 303);
      const asks = pays && session.billing_address_collection === 'required';
      const buyer = asks ? buyerSchema.safeParse(fields) : null;
      if (buyer && !buyer.success) return context.redirect(`${here}?error=address`, 303);
      act(sandbox, session, action, buyer?.data ?? null);
      if (pays) return context.redirect(returnUrl(session), 303);
      const isDeclined = action === 'decline' && session.status === 'open';
      return context.redirect(isDeclined ? `${here}?error=card_declined` : here, 303);
    });
}
