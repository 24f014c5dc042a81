import { countryCode, isGiven, isVatId } from './gaps.ts';
import type { Snapshot } from './snapshot.ts';
import { group, leaf, type Markup } from './xml.ts';

type Line = Snapshot['lines'][number];

/** The rules that a document claims to follow (BT-24), and its file name. */
export type Profile = 'en16931' | 'xrechnung';

const GUIDELINES: Readonly<Record<Profile, string>> = {
  en16931: 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** UN/ECE recommendation 20: "one". Places, credits and subscriptions are counted. */
const UNIT = 'C62';
/** UNTDID 4461: an online payment service; every payment passes through the provider. */
const ONLINE_PAYMENT = '68';
/** UNTDID 4461: SEPA credit transfer, and an instrument that is not defined, for corrections of such an invoice. */
const TRANSFER = '58';
const UNDEFINED_PAYMENT = '1';
const ADVANCE = 'Vorauszahlung für eine künftige Leistung.';
const COUNTED_LATER = 'Der Betrag wird mit den nächsten Rechnungen verrechnet.';
const COUNTED_NOW = 'Der Betrag wird mit der Rechnung verrechnet. Zu viel Gezahltes überweisen wir zurück.';

/** `1234` → `12.34` */
const amount = (cents: number) => (cents / 100).toFixed(2);
/** BR-O-05: what is outside the scope of VAT has no rate. */
const percent = ({ category, rate }: Line['tax']) =>
  category !== 'O' && leaf('ram:RateApplicablePercent', rate.toFixed(2));
/** BR-O-02: a document about something outside the scope of VAT names no VAT id. */
const namesVatIds = ({ taxes }: Pick<Snapshot, 'taxes'>) => taxes.every(({ category }) => category !== 'O');
/** `2026-11-30` → `20261130`, as format 102 writes it. */
const compact = (day: string) => day.replaceAll('-', '');
const moment = (name: string, day: string) => group(name, leaf('udt:DateTimeString', compact(day), { format: '102' }));
const period = (from: string, until: string) =>
  group('ram:BillingSpecifiedPeriod', moment('ram:StartDateTime', from), moment('ram:EndDateTime', until));

/** Everything on it is paid before the service. */
const isAdvance = ({ lines }: Pick<Snapshot, 'lines'>) => lines.every(({ is_advance: advance }) => advance === true);

/** Which profile a document has. */
export const profileOf = ({ format }: Pick<Snapshot, 'format'>): Profile =>
  format === 'xrechnung' ? 'xrechnung' : 'en16931';

/**
 * Writes an invoice as UN/CEFACT Cross Industry Invoice, one of the two syntaxes of EN 16931; ZUGFeRD embeds it, and
 * XRechnung uses it directly. The same snapshot gives the same bytes. It has to be complete (`findGaps`).
 *
 * A credit note (381) has the returned amounts as positive numbers; a corrected invoice (384) repeats the first one's
 * amounts below zero.
 */
export function writeCii(snapshot: Snapshot): string {
  const sign = snapshot.document_code === 381 ? -1 : 1;
  const profile = profileOf(snapshot);
  const body =
    group(
      'rsm:ExchangedDocumentContext',
      profile === 'xrechnung' && group('ram:BusinessProcessSpecifiedDocumentContextParameter', leaf('ram:ID', PROCESS)),
      group('ram:GuidelineSpecifiedDocumentContextParameter', leaf('ram:ID', GUIDELINES[profile])),
    ) +
    group(
      'rsm:ExchangedDocument',
      leaf('ram:ID', snapshot.number),
      leaf('ram:TypeCode', String(snapshot.document_code)),
      moment('ram:IssueDateTime', snapshot.issued_on),
      isAdvance(snapshot) && group('ram:IncludedNote', leaf('ram:Content', ADVANCE)),
    ) +
    group(
      'rsm:SupplyChainTradeTransaction',
      ...snapshot.lines.map((line, index) => writeLine(line, index + 1, sign)),
      writeAgreement(snapshot),
      writeDelivery(snapshot),
      writeSettlement(snapshot, sign),
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">${body}</rsm:CrossIndustryInvoice>\n`;
}

/** BT-72; unknown for an advance payment whose days are not chosen yet, and the element is empty then. */
function writeDelivery({ lines, service_on: from, service_until: until }: Snapshot): Markup {
  if (isAdvance({ lines }) && until === null) return '<ram:ApplicableHeaderTradeDelivery/>';
  const event = group('ram:ActualDeliverySupplyChainEvent', moment('ram:OccurrenceDateTime', until ?? from));
  return group('ram:ApplicableHeaderTradeDelivery', event);
}

/** A price is never below zero (BR-27): a credit is a quantity below zero. */
function writeLine(line: Line, number: number, sign: number): Markup {
  const net = sign * line.net_cents;
  // A gross price has no net price of whole cents by piece: the price is that of the whole quantity then.
  const isWhole = net % line.quantity === 0;
  const price = Math.abs(isWhole ? net / line.quantity : net);
  const quantity = (net < 0 ? -1 : 1) * line.quantity;
  return group(
    'ram:IncludedSupplyChainTradeLineItem',
    group('ram:AssociatedDocumentLineDocument', leaf('ram:LineID', String(number))),
    group('ram:SpecifiedTradeProduct', leaf('ram:Name', line.description)),
    group(
      'ram:SpecifiedLineTradeAgreement',
      group(
        'ram:NetPriceProductTradePrice',
        leaf('ram:ChargeAmount', amount(price)),
        !isWhole && leaf('ram:BasisQuantity', String(line.quantity), { unitCode: UNIT }),
      ),
    ),
    group('ram:SpecifiedLineTradeDelivery', leaf('ram:BilledQuantity', String(quantity), { unitCode: UNIT })),
    group(
      'ram:SpecifiedLineTradeSettlement',
      group(
        'ram:ApplicableTradeTax',
        leaf('ram:TypeCode', 'VAT'),
        leaf('ram:CategoryCode', line.tax.category),
        percent(line.tax),
      ),
      line.service_from && line.service_until ? period(line.service_from, line.service_until) : false,
      group('ram:SpecifiedTradeSettlementLineMonetarySummation', leaf('ram:LineTotalAmount', amount(net))),
    ),
  );
}

function writeAgreement({ seller, buyer, taxes }: Snapshot): Markup {
  const isNamed = namesVatIds({ taxes });
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    buyer.reference !== '' && leaf('ram:BuyerReference', buyer.reference),
    group(
      'ram:SellerTradeParty',
      // BT-29: a sole trader without VAT id and register entry is known by the tax number (BR-CO-26).
      (!isNamed || !isVatId(seller.vat_id)) &&
        !isGiven(seller.register) &&
        isGiven(seller.tax_number) &&
        leaf('ram:ID', seller.tax_number),
      leaf('ram:Name', seller.name),
      isGiven(seller.representatives) && leaf('ram:Description', `Vertreten durch: ${seller.representatives}`),
      isGiven(seller.register) && group('ram:SpecifiedLegalOrganization', leaf('ram:ID', seller.register)),
      group(
        'ram:DefinedTradeContact',
        leaf('ram:PersonName', seller.contact === '' ? seller.name : seller.contact),
        seller.phone !== '' && group('ram:TelephoneUniversalCommunication', leaf('ram:CompleteNumber', seller.phone)),
        group('ram:EmailURIUniversalCommunication', leaf('ram:URIID', seller.email)),
      ),
      writeAddress(seller),
      isGiven(seller.tax_number) &&
        group('ram:SpecifiedTaxRegistration', leaf('ram:ID', seller.tax_number, { schemeID: 'FC' })),
      isNamed &&
        isVatId(seller.vat_id) &&
        group('ram:SpecifiedTaxRegistration', leaf('ram:ID', seller.vat_id, { schemeID: 'VA' })),
    ),
    group(
      'ram:BuyerTradeParty',
      leaf('ram:Name', buyer.name),
      writeAddress(buyer),
      isNamed &&
        isVatId(buyer.vat_id) &&
        group('ram:SpecifiedTaxRegistration', leaf('ram:ID', buyer.vat_id, { schemeID: 'VA' })),
    ),
  );
}

function writeAddress(party: Snapshot['seller'] | Snapshot['buyer']): Markup {
  return (
    group(
      'ram:PostalTradeAddress',
      leaf('ram:PostcodeCode', party.postal_code),
      leaf('ram:LineOne', party.street),
      party.extra_line !== '' && leaf('ram:LineTwo', party.extra_line),
      leaf('ram:CityName', party.city),
      leaf('ram:CountryID', countryCode(party.country)),
    ) + group('ram:URIUniversalCommunication', leaf('ram:URIID', party.email, { schemeID: 'EM' }))
  );
}

/** How it is paid; by transfer with our account and, on an invoice, its number as the reference (BT-83). */
function writePaymentMeans({ payment }: Snapshot): Markup {
  const code = !payment ? ONLINE_PAYMENT : payment.due_on ? TRANSFER : UNDEFINED_PAYMENT;
  return group(
    'ram:SpecifiedTradeSettlementPaymentMeans',
    leaf('ram:TypeCode', code),
    ...(payment?.due_on
      ? [
          group(
            'ram:PayeePartyCreditorFinancialAccount',
            leaf('ram:IBANID', payment.iban),
            leaf('ram:AccountName', payment.holder),
          ),
          group('ram:PayeeSpecifiedCreditorFinancialInstitution', leaf('ram:BICID', payment.bic)),
        ]
      : []),
  );
}

/** BT-9 or BT-20: when the rest is due, or how it is settled without a payment. */
function writeTerms({ payment }: Snapshot, isCounted: boolean): Markup | false {
  if (isCounted) return group('ram:SpecifiedTradePaymentTerms', leaf('ram:Description', COUNTED_LATER));
  if (!payment) return false;
  return group(
    'ram:SpecifiedTradePaymentTerms',
    payment.due_on ? moment('ram:DueDateDateTime', payment.due_on) : leaf('ram:Description', COUNTED_NOW),
  );
}

function writeSettlement(snapshot: Snapshot, sign: number): Markup {
  const { document_code: code, lines, service_on: from, service_until: until } = snapshot;
  const money = (cents: number) => amount(sign * cents || 0);
  // A change of plan that credits more than it charges is not paid back: it counts towards the next invoices.
  const isCounted = code !== 380 && lines.some(({ gross_cents: cents }) => cents > 0);
  const paid = isCounted || snapshot.payment ? 0 : snapshot.gross_cents;
  return group(
    'ram:ApplicableHeaderTradeSettlement',
    snapshot.payment?.due_on ? leaf('ram:PaymentReference', snapshot.number) : false,
    leaf('ram:InvoiceCurrencyCode', 'EUR'),
    writePaymentMeans(snapshot),
    ...snapshot.taxes.map((tax) =>
      group(
        'ram:ApplicableTradeTax',
        leaf('ram:CalculatedAmount', money(tax.tax_cents)),
        leaf('ram:TypeCode', 'VAT'),
        tax.note ? leaf('ram:ExemptionReason', tax.note) : false,
        leaf('ram:BasisAmount', money(tax.net_cents)),
        leaf('ram:CategoryCode', tax.category),
        tax.reason ? leaf('ram:ExemptionReasonCode', tax.reason) : false,
        // XRechnung requires a rate of every group (BR-DE-14), of 0 too.
        leaf('ram:RateApplicablePercent', tax.rate.toFixed(2)),
      ),
    ),
    until !== null && period(from, until),
    writeTerms(snapshot, isCounted),
    group(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      leaf('ram:LineTotalAmount', money(snapshot.net_cents)),
      leaf('ram:TaxBasisTotalAmount', money(snapshot.net_cents)),
      leaf('ram:TaxTotalAmount', money(snapshot.tax_cents), { currencyID: 'EUR' }),
      snapshot.rounding_cents !== 0 && leaf('ram:RoundingAmount', money(snapshot.rounding_cents)),
      leaf('ram:GrandTotalAmount', money(snapshot.net_cents + snapshot.tax_cents)),
      leaf('ram:TotalPrepaidAmount', money(paid)),
      leaf('ram:DuePayableAmount', money(snapshot.gross_cents - paid)),
    ),
    snapshot.cancels_number !== null &&
      group(
        'ram:InvoiceReferencedDocument',
        leaf('ram:IssuerAssignedID', snapshot.cancels_number),
        snapshot.cancels_issued_on !== null &&
          group(
            'ram:FormattedIssueDateTime',
            leaf('qdt:DateTimeString', compact(snapshot.cancels_issued_on), { format: '102' }),
          ),
      ),
  );
}
