import type { SeminarForm } from './seminar-form';

/** Labels of the fields; also used for differences between two versions. */
export const FIELD_LABELS: Readonly<Record<keyof SeminarForm, string>> = {
  title: 'Titel',
  description: 'Beschreibung',
  agenda: 'Ablauf',
  competency: 'Kompetenz',
  difficulty: 'Schwierigkeitsgrad',
  theory_units: 'Theorie (UE)',
  practical_units: 'Praxis (UE)',
  elearning_units: 'E-Learning (UE)',
  has_dates: 'Findet an Terminen statt',
  price_euros: 'Preis in Euro (brutto)',
  credit_cost: 'Preis in Credits',
  is_premium: 'Premium',
  zfu_status: 'Fernunterrichtsschutz (ZFU)',
  zfu_number: 'ZFU-Nummer',
};

const isField = (name: string): name is keyof SeminarForm => Object.hasOwn(FIELD_LABELS, name);
/** Names of the form's fields. */
const FIELDS: readonly (keyof SeminarForm)[] = Object.keys(FIELD_LABELS).filter(isField);

/** The field that a refusal of the database names; null when the form has none of that name. */
export function fieldOf(name: string | undefined): keyof SeminarForm | null {
  if (name === 'duration_hours') return 'theory_units';
  return name !== undefined && isField(name) ? name : null;
}

/** Labels of the fields in which two forms differ. */
export const differences = (one: SeminarForm, other: SeminarForm): string[] =>
  FIELDS.filter((field) => one[field] !== other[field]).map((field) => FIELD_LABELS[field]);
