import { COMPETENCY_LABELS, type ChangedSeminar, type Competency, type SeminarChange } from '@nemus/data';
import { formatEuro, formatNumber, numberOf } from '@nemus/ui';
import { isNewlyFree } from './free-price';
import { readAmount } from './seminar-form';
import { STATE_LABELS } from './seminar-labels';

/** What is changed for many seminars at once. */
export const CHANGED_FIELDS = { price: 'Preis', competency: 'Kompetenz', state: 'Stand' } as const;
export type ChangedField = keyof typeof CHANGED_FIELDS;

/** The typed values of a change; those of other fields are ignored. */
export interface BulkForm {
  readonly field: ChangedField;
  readonly euros: string;
  /** Empty: the credits stay. */
  readonly credits: string;
  readonly competency: Competency | '';
  readonly state: 'published' | 'retired' | '';
}

export const EMPTY_BULK_FORM: BulkForm = { field: 'price', euros: '', credits: '', competency: '', state: '' };

/** The change of a form, or what is wrong at which field. */
export function readBulkForm(
  form: BulkForm,
): { readonly change: SeminarChange } | { readonly at: keyof BulkForm; readonly problem: string } {
  if (form.field === 'competency') {
    return form.competency === ''
      ? { at: 'competency', problem: 'Bitte wählen Sie eine Kompetenz.' }
      : { change: { competency: form.competency } };
  }
  if (form.field === 'state') {
    return form.state === ''
      ? { at: 'state', problem: 'Bitte wählen Sie einen Stand.' }
      : { change: { state: form.state } };
  }
  const price = form.euros.trim() === '' ? null : readAmount(form.euros);
  const credits = form.credits.trim() === '' ? null : numberOf(form.credits, { max: 100_000, digits: 0 });
  if (form.euros.trim() !== '' && price === null) {
    return { at: 'euros', problem: 'Bitte geben Sie einen Betrag wie 120 oder 89,50 ein, höchstens 99.999,99 €.' };
  }
  if (form.credits.trim() !== '' && (credits === null || credits < 1)) {
    return { at: 'credits', problem: 'Bitte geben Sie eine ganze Zahl von 1 bis 100.000 ein.' };
  }
  if (price === null && credits === null) {
    return { at: 'euros', problem: 'Bitte geben Sie einen Preis in Euro oder in Credits ein.' };
  }
  return {
    change: { ...(price !== null && { price_euros: price }), ...(credits !== null && { credit_cost: credits }) },
  };
}

/** What a change does to a seminar: "89,50 € → 120,00 €". */
export function changeText(before: ChangedSeminar, change: SeminarChange): string {
  const parts: string[] = [];
  const say = (from: string, to: string) => parts.push(`${from} → ${to}`);
  if (change.price_euros !== undefined)
    say(formatEuro(before.price_euros ?? 0), formatEuro(Number(change.price_euros)));
  if (change.credit_cost !== undefined) {
    say(`${formatNumber(before.credit_cost ?? 0)} Credits`, `${formatNumber(change.credit_cost)} Credits`);
  }
  const competency = Object.entries(COMPETENCY_LABELS).find(([key]) => key === change.competency)?.[1];
  if (competency !== undefined && before.competency !== null) say(COMPETENCY_LABELS[before.competency], competency);
  if (change.state !== undefined && before.state !== null) {
    say(STATE_LABELS[before.state].text, STATE_LABELS[change.state].text);
  }
  return parts.join(', ');
}

const REASONS: Readonly<Record<string, string>> = {
  same: 'Das gilt dort schon.',
  course_sold: 'Es ist schon verkauft; die Kompetenz bleibt, wie sie verkauft wurde.',
  course_is_draft: 'Als Entwurf war es noch nicht im Katalog.',
  course_incomplete: 'Zum Veröffentlichen fehlt noch etwas.',
  zfu_missing: 'Die Angabe zum Fernunterrichtsschutz (ZFU) fehlt.',
  course_not_found: 'Das Seminar gibt es nicht mehr.',
};

/** Why a seminar stays as it is. */
export const reasonText = (problem: string): string =>
  REASONS[problem] ?? 'Bitte ändern Sie dieses Seminar auf seiner Seite.';

/** How many seminars get a price of 0 € that they did not have. */
export const countNewlyFree = (changed: readonly ChangedSeminar[], { price_euros: price }: SeminarChange): number =>
  price === undefined
    ? 0
    : changed.filter(({ price_euros: before }) => isNewlyFree(price, { price_euros: before ?? 0 })).length;
