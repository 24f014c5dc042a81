import { html } from 'hono/html';
import type { Customer, Dispute, LineItem, StoredSession } from '../resources';
import { buyerFields } from './buyer-fields';
import { formatInterval, formatMoney, formatPrice } from './format';
import { merchant, type Markup } from './layout';

const line = (item: LineItem): Markup => html`
  <li>
    <span>
      ${item.description ?? 'Artikel'}
      <small>
        ${item.quantity > 1 ? `${item.quantity} × ${formatPrice(item.price)}` : ''}
        ${item.price.recurring ? `verlängert sich ${formatInterval(item.price)}` : ''}
      </small>
    </span>
    <span>${formatMoney(item.amount_total, item.currency)}</span>
  </li>
`;

/** The items, and the sum. */
export function summary(session: StoredSession): Markup {
  const [first] = session.line_items.data;
  const recurring = first?.price.recurring ? first.price : undefined;
  return html`<section aria-labelledby="order">
    ${merchant()}
    <h1 id="order">${session.mode === 'subscription' ? 'Abonnement abschließen' : 'Bestellung bezahlen'}</h1>
    <p class="total">
      ${formatMoney(session.amount_total, session.currency)}
      ${recurring ? html`<small>${formatInterval(recurring)}</small>` : ''}
    </p>
    <ul class="lines">
      ${session.line_items.data.map(line)}
    </ul>
    <p class="sum">
      <span>Summe</span>
      <span>${formatMoney(session.amount_total, session.currency)}</span>
    </p>
  </section>`;
}

/** The form of an open session. */
export function paymentForm(
  session: StoredSession,
  {
    email,
    customer,
    error,
  }: {
    readonly email: string | null;
    /** Whose address is filled in beforehand. */
    readonly customer: Customer | undefined;
    /** Why the last attempt did not go through. */
    readonly error: string | undefined;
  },
): Markup {
  return html`<section class="card" aria-labelledby="payment">
    <h2 id="payment">Zahlung</h2>
    ${
      error === 'address'
        ? html`<p class="alert" role="alert">
            Bitte geben Sie eine vollständige Rechnungsadresse an. Es wurde nichts abgebucht.
          </p>`
        : ''
    }
    ${
      error === 'card_declined'
        ? html`<p class="alert" role="alert">
            Ihre Karte wurde abgelehnt. Es wurde nichts abgebucht. Bitte versuchen Sie es erneut.
          </p>`
        : ''
    }
    ${email ? html`<p class="muted">Rechnung an ${email}</p>` : ''}
    <div class="method">
      <strong>Testkarte •••• 4242</strong>
      <span class="muted">gültig bis 12/34 – bitte keine echten Kartendaten verwenden</span>
    </div>
    <form method="post" action="/c/pay/${session.id}" class="stack">
      ${session.billing_address_collection === 'required' ? buyerFields(session, customer) : ''}
      <button name="action" value="pay">Jetzt bezahlen</button>
      ${session.custom_text.submit ? html`<p class="muted">${session.custom_text.submit.message}</p>` : ''}
      <div class="aside stack">
        <h3>Andere Ausgänge testen</h3>
        <button class="quiet" name="action" value="decline" formnovalidate>Karte ablehnen lassen</button>
        <button class="quiet" name="action" value="later">Später bezahlen (Lastschrift)</button>
      </div>
    </form>
    ${
      session.cancel_url
        ? html`<p class="aside"><a class="back" href="${session.cancel_url}">Abbrechen und zurück</a></p>`
        : ''
    }
  </section>`;
}

/** A completed session whose money is pending, and its two possible ends. */
export const pendingForm = (session: StoredSession, returnUrl: string): Markup =>
  html`<section class="card" aria-labelledby="payment">
    <h2 id="payment">Die Zahlung steht noch aus</h2>
    <p>
      Die Lastschrift ist beauftragt. Im echten Betrieb dauert das einige Tage; hier entscheiden Sie, wie sie endet.
    </p>
    <form method="post" action="/c/pay/${session.id}" class="stack">
      <button name="action" value="settle">Zahlung ist eingegangen</button>
      <button class="quiet" name="action" value="fail">Zahlung ist fehlgeschlagen</button>
    </form>
    <p class="aside"><a class="back" href="${returnUrl}">Zurück zum Portal</a></p>
  </section>`;

/** A paid session, and what the buyer's bank can still do about it. */
export const paidForm = (session: StoredSession, dispute: Dispute | undefined, returnUrl: string): Markup =>
  html`<section class="card" aria-labelledby="payment">
    <h2 id="payment">${dispute ? 'Die Zahlung ist angefochten' : 'Diese Bestellung ist bezahlt'}</h2>
    <p>
      ${
        dispute
          ? 'Im echten Betrieb entscheidet die Bank nach Wochen; hier entscheiden Sie, wie es ausgeht.'
          : 'Sie können dieses Fenster schließen.'
      }
    </p>
    <p><a class="button" href="${returnUrl}">Zurück zum Portal</a></p>
    <form method="post" action="/c/pay/${session.id}" class="aside stack">
      <h3>Andere Ausgänge testen</h3>
      ${
        dispute
          ? html`<button class="quiet" name="action" value="win">Anfechtung abgewehrt</button>
              <button class="quiet" name="action" value="lose">Anfechtung erfolgreich</button>`
          : html`<button class="quiet" name="action" value="dispute">Zahlung bei der Bank anfechten</button>`
      }
    </form>
  </section>`;
