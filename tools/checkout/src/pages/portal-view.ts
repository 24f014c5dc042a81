import { html } from 'hono/html';
import type { PortalConfiguration, PortalSession, Price, Subscription } from '../resources';
import type { Store } from '../store/store';
import { formatDate, formatInterval, formatPrice } from './format';
import type { Markup } from './layout';

/** Other prices that the configuration lets this subscription switch to. */
export function otherPrices(store: Store, configuration: PortalConfiguration, subscription: Subscription): Price[] {
  const [item] = subscription.items.data;
  const { enabled, products } = configuration.features.subscription_update;
  if (!enabled || !item) return [];
  return products
    .flatMap(({ prices }) => prices)
    .flatMap((id) => {
      const price = store.prices.get(id);
      return price && price.id !== item.price.id ? [price] : [];
    });
}

function state(subscription: Subscription): Markup {
  const end = formatDate(subscription.items.data[0]?.current_period_end ?? subscription.created);
  if (subscription.status === 'canceled') {
    return html`<span class="badge warn">Beendet am ${formatDate(subscription.ended_at ?? 0)}</span>`;
  }
  if (subscription.status !== 'active') return html`<span class="badge warn">Zahlung offen</span>`;
  if (subscription.cancel_at_period_end) return html`<span class="badge warn">Gekündigt zum ${end}</span>`;
  return html`<span class="badge">Aktiv, verlängert sich am ${end}</span>`;
}

interface Actions {
  readonly session: PortalSession;
  readonly configuration: PortalConfiguration;
  readonly store: Store;
}

/** One subscription with what its customer may do. */
export function subscriptionCard(subscription: Subscription, { session, configuration, store }: Actions): Markup {
  const [item] = subscription.items.data;
  const name = item ? (store.products.get(item.price.product)?.name ?? 'Abonnement') : 'Abonnement';
  const base = `/p/session/${session.id}/${subscription.id}`;
  const running = subscription.status === 'active' || subscription.status === 'past_due';
  return html`<li class="card">
    <h3>${name}</h3>
    <p>${item ? formatPrice(item.price, item.quantity) : ''}</p>
    <p>${state(subscription)}</p>
    <div class="stack">
      ${
        running && subscription.cancel_at_period_end
          ? html`<form method="post" action="${base}">
              <button name="action" value="resume">Kündigung zurücknehmen</button>
            </form>`
          : ''
      }
      ${
        running && !subscription.cancel_at_period_end
          ? otherPrices(store, configuration, subscription).map(
              (price) =>
                html`<a class="button quiet" href="${base}/switch/${price.id}">
                  Zu ${formatInterval(price)} wechseln (${formatPrice(price)})
                </a>`,
            )
          : ''
      }
      ${
        running && !subscription.cancel_at_period_end && configuration.features.subscription_cancel.enabled
          ? html`<a class="button quiet" href="${base}/cancel">Abonnement kündigen</a>`
          : ''
      }
    </div>
  </li>`;
}
