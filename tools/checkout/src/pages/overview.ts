import { html } from 'hono/html';
import { newRoutes, type SandboxRoutes } from '../api/handle';
import { isPaymentPending } from '../payments/checkout';
import type { Delivery, StoredSession } from '../resources';
import type { Sandbox } from '../sandbox';
import { formatMoney } from './format';
import { merchant, showPage } from './layout';

const SHOWN = 25;

const SESSION_STATES: Readonly<Record<StoredSession['status'], string>> = {
  open: 'offen',
  complete: 'abgeschlossen',
  expired: 'abgelaufen',
};
const DELIVERY_STATES: Readonly<Record<Delivery['state'], string>> = {
  pending: 'wartet',
  held: 'angehalten',
  delivered: 'zugestellt',
  failed: 'aufgegeben',
  dropped: 'absichtlich verloren',
};

/** Recent events, for developers and testers. */
export function overviewPages(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes().get('/', (context) => {
    const sessions = store.sessions.all().reverse().slice(0, SHOWN);
    const deliveries = store.deliveries.all().reverse().slice(0, SHOWN);
    return showPage(context, {
      title: 'Testkasse',
      body: html`<section>
          ${merchant()}
          <h1>Testkasse</h1>
          <p class="muted">Ersatz des Zahlungsanbieters auf diesem Rechner. Die letzten ${SHOWN} Vorgänge.</p>
        </section>
        <section class="card" aria-labelledby="sessions">
          <h2 id="sessions">Bestellungen</h2>
          ${sessions.length === 0 ? html`<p class="muted">Noch keine Bestellung.</p>` : ''}
          <ul class="lines">
            ${sessions.map(
              (session) =>
                html`<li>
                  <span>
                    <a href="/c/pay/${session.id}">${session.line_items.data[0]?.description ?? session.id}</a>
                    <small>
                      ${SESSION_STATES[session.status]}
                      ${isPaymentPending(sandbox, session) ? ', Zahlung steht aus' : ''}
                    </small>
                  </span>
                  <span>${formatMoney(session.amount_total, session.currency)}</span>
                </li>`,
            )}
          </ul>
        </section>
        <section class="card" aria-labelledby="events">
          <h2 id="events">Meldungen an das Portal</h2>
          ${deliveries.length === 0 ? html`<p class="muted">Noch keine Meldung.</p>` : ''}
          <ul class="lines">
            ${deliveries.map((delivery) => {
              const last = delivery.attempts.at(-1);
              return html`<li>
                <span>
                  <code>${store.events.get(delivery.event)?.type ?? delivery.event}</code>
                  <small>${last && delivery.state !== 'delivered' ? `${last.status} ${last.answer}` : ''}</small>
                </span>
                <span>${DELIVERY_STATES[delivery.state]} (${delivery.attempts.length})</span>
              </li>`;
            })}
          </ul>
        </section>`,
    });
  });
}
