import type { ListedInvoice } from '@nemus/data';

/** Title of a document. */
export function documentName({
  kind,
  document_code: code,
  is_collective,
}: Pick<ListedInvoice, 'kind'> & {
  readonly document_code?: number | null | undefined;
  readonly is_collective?: boolean;
}): string {
  if (kind === 'invoice') return is_collective ? 'Sammelrechnung' : 'Rechnung';
  return code === 381 ? 'Rechnungskorrektur' : 'Stornorechnung';
}

const FIELDS: Readonly<Record<string, string>> = {
  seller_name: 'Name der Verkäuferin',
  seller_street: 'Straße der Verkäuferin',
  seller_postal_code: 'Postleitzahl der Verkäuferin',
  seller_city: 'Ort der Verkäuferin',
  seller_country: 'Land der Verkäuferin',
  seller_email: 'E-Mail der Verkäuferin',
  seller_phone: 'Telefonnummer der Verkäuferin',
  seller_vat_id: 'USt-IdNr. der Verkäuferin',
  seller_register: 'Registernummer der Verkäuferin',
  buyer_name: 'Ihr Name',
  buyer_street: 'Ihre Straße',
  buyer_postal_code: 'Ihre Postleitzahl',
  buyer_city: 'Ihr Ort',
  buyer_country: 'Ihr Land',
  buyer_email: 'Ihre E-Mail für Rechnungen',
  buyer_reference: 'Ihre Käuferreferenz',
};

/** Why a document has no structured original, in words; null when it has one or gets one. */
export function withoutOriginal({ missing, format, is_sample }: ListedInvoice): string | null {
  if (is_sample) return 'Muster, nur PDF';
  if (format === null) return 'Nur PDF: vor Einführung der E-Rechnung ausgestellt';
  if (missing === null) return null;
  return `Nur PDF, es fehlte: ${missing.map((code) => FIELDS[code] ?? code).join(', ')}`;
}
