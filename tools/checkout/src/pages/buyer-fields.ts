import { html } from 'hono/html';
import type { Customer, StoredSession } from '../resources';
import type { Markup } from './layout';

const COUNTRIES = {
  DE: 'Deutschland',
  AT: 'Österreich',
  CH: 'Schweiz',
  FR: 'Frankreich',
  NL: 'Niederlande',
  PL: 'Polen',
} as const;
export const COUNTRY_CODES = ['DE', 'AT', 'CH', 'FR', 'NL', 'PL'] as const;

const field = (name: string, label: string, value: string | null | undefined, autocomplete: string, needed = true) =>
  html`<label>
    ${label}
    <input name="${name}" value="${value ?? ''}" autocomplete="${autocomplete}" ${needed ? 'required' : ''} />
  </label>`;

/** Address and VAT ID of the buyer, filled in beforehand as far as the customer's are known. */
export function buyerFields(session: StoredSession, customer: Customer | undefined): Markup {
  const address = customer?.address;
  return html`<fieldset class="stack">
    <legend>Rechnungsadresse</legend>
    ${field('name', 'Name oder Firma', customer?.name, 'billing name')}
    ${field('line1', 'Adresszeile 1', address?.line1, 'billing address-line1')}
    ${field('line2', 'Adresszeile 2 (optional)', address?.line2, 'billing address-line2', false)}
    ${field('postal_code', 'Postleitzahl', address?.postal_code, 'billing postal-code')}
    ${field('city', 'Ort', address?.city, 'billing address-level2')}
    <label>
      Land
      <select name="country" autocomplete="billing country">
        ${COUNTRY_CODES.map(
          (code) =>
            html`<option value="${code}" ${code === (address?.country ?? 'DE') ? 'selected' : ''}>
              ${COUNTRIES[code]}
            </option>`,
        )}
      </select>
    </label>
    ${
      session.tax_id_collection.enabled
        ? field('vat_id', 'USt-IdNr. (optional)', customer?.tax_ids[0]?.value, 'off', false)
        : html`<input type="hidden" name="vat_id" value="" />`
    }
  </fieldset>`;
}
