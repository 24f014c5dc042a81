import type { Context } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { newRoutes, type SandboxEnvironment, type SandboxRoutes } from '../api/handle';
import { setCancelAtPeriodEnd, switchPrice } from '../payments/subscriptions';
import type { PortalConfiguration, PortalSession, Subscription } from '../resources';
import type { Sandbox } from '../sandbox';
import { formatDate, formatInterval, formatPrice } from './format';
import { merchant, showNotice, showPage } from './layout';
import { otherPrices, subscriptionCard } from './portal-view';

/** Seconds for which the address of a portal session is good. */
const SESSION_LIFE = 3600;

const formSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('resume') }),
  z.object({ action: z.literal('cancel') }),
  z.object({ action: z.literal('switch'), price: z.string() }),
]);

interface Visit {
  readonly session: PortalSession;
  readonly configuration: PortalConfiguration;
}

const showGone = (context: Context<SandboxEnvironment>) =>
  showNotice(context, {
    title: 'Dieser Link ist abgelaufen',
    text: 'Bitte öffnen Sie die Verwaltung Ihres Abonnements im Portal noch einmal.',
    status: 410,
  });

/** The page on which customers manage their subscription. */
export function portalPages(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;

  const visit = (id: string): Visit | undefined => {
    const session = store.portalSessions.get(id);
    if (!session || session.created + SESSION_LIFE < store.clock.now()) return undefined;
    const configuration = store.portalConfigurations.get(session.configuration);
    return configuration && { session, configuration };
  };
  const running = ({ session }: Visit, id: string): Subscription | undefined => {
    const subscription = store.subscriptions.get(id);
    return subscription?.customer === session.customer && subscription.ended_at === null ? subscription : undefined;
  };

  return newRoutes()
    .get('/p/session/:id', (context) => {
      const visited = visit(context.req.param('id'));
      if (!visited) return showGone(context);
      const { session } = visited;
      const own = store.subscriptions.filter(({ customer }) => customer === session.customer).reverse();
      const customer = store.customers.get(session.customer);
      return showPage(context, {
        title: 'Abonnement verwalten',
        body: html`<section>
            ${merchant()}
            <h1>Abonnement verwalten</h1>
            ${customer?.email ? html`<p class="muted">${customer.email}</p>` : ''}
            ${session.return_url ? html`<a class="back" href="${session.return_url}">Zurück zum Portal</a>` : ''}
          </section>
          <section aria-labelledby="subscriptions">
            <h2 id="subscriptions">Abonnements</h2>
            ${
              own.length === 0
                ? html`<p class="muted">Sie haben noch kein Abonnement.</p>`
                : html`<ul class="cards">
                    ${own.map((subscription) => subscriptionCard(subscription, { ...visited, store }))}
                  </ul>`
            }
          </section>`,
      });
    })
    .get('/p/session/:id/:subscription/cancel', (context) => {
      const visited = visit(context.req.param('id'));
      const subscription = visited && running(visited, context.req.param('subscription'));
      if (!subscription) return showGone(context);
      const end = formatDate(subscription.items.data[0]?.current_period_end ?? 0);
      const back = `/p/session/${visited.session.id}`;
      return showPage(context, {
        title: 'Abonnement kündigen',
        body: html`<section class="card">
          <h1>Abonnement kündigen</h1>
          <p>Ihr Abonnement endet am ${end}. Bis dahin können Sie es wie gewohnt nutzen.</p>
          <form method="post" action="${back}/${subscription.id}" class="stack">
            <button class="danger" name="action" value="cancel">Kündigung bestätigen</button>
            <a class="button quiet" href="${back}">Nicht kündigen</a>
          </form>
        </section>`,
      });
    })
    .get('/p/session/:id/:subscription/switch/:price', (context) => {
      const visited = visit(context.req.param('id'));
      const subscription = visited && running(visited, context.req.param('subscription'));
      const price =
        subscription &&
        otherPrices(store, visited.configuration, subscription).find(({ id }) => id === context.req.param('price'));
      if (!price) return showGone(context);
      const back = `/p/session/${visited.session.id}`;
      return showPage(context, {
        title: 'Abrechnung wechseln',
        body: html`<section class="card">
          <h1>Zu ${formatInterval(price)} wechseln</h1>
          <p>
            Ab heute zahlen Sie ${formatPrice(price)}. Was Sie für die laufende Zeit schon bezahlt haben, wird
            angerechnet.
          </p>
          <form method="post" action="${back}/${subscription.id}" class="stack">
            <input type="hidden" name="price" value="${price.id}" />
            <button name="action" value="switch">Wechsel bestätigen</button>
            <a class="button quiet" href="${back}">Nicht wechseln</a>
          </form>
        </section>`,
      });
    })
    .post('/p/session/:id/:subscription', async (context) => {
      const visited = visit(context.req.param('id'));
      const subscription = visited && running(visited, context.req.param('subscription'));
      const form = formSchema.safeParse(await context.req.parseBody());
      if (!subscription || !form.success) return showGone(context);
      const { features } = visited.configuration;
      if (form.data.action === 'switch') {
        const { price: wanted } = form.data;
        const price = otherPrices(store, visited.configuration, subscription).find(({ id }) => id === wanted);
        if (price) switchPrice(sandbox, subscription, price);
      } else if (form.data.action === 'resume') {
        setCancelAtPeriodEnd(sandbox, subscription, false);
      } else if (features.subscription_cancel.enabled) {
        setCancelAtPeriodEnd(sandbox, subscription, true);
      }
      return context.redirect(`/p/session/${visited.session.id}`, 303);
    });
}
