import { COMPETENCIES, COMPETENCY_LABELS, DIFFICULTIES } from '@nemus/data';
import {
  Alert,
  Card,
  Checkbox,
  FormRow,
  formatNumber,
  formatUnits,
  Select,
  Text,
  TextArea,
  NumberField,
  TextField,
} from '@nemus/ui';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { FIELD_LABELS } from './field-labels';
import { LONGEST, unitsOf, type CheckedSeminarForm, type SeminarForm } from './seminar-form';

/** The form of a seminar, for react-hook-form. */
export type SeminarFormState = UseFormReturn<SeminarForm, unknown, CheckedSeminarForm>;

const ZFU_OPTIONS = [
  { value: 'not_required', label: 'Nicht zulassungspflichtig' },
  { value: 'approved', label: 'Zugelassen, mit Nummer' },
];

const used = (text: string, most: number) => `${formatNumber(text.trim().length)} von ${formatNumber(most)} Zeichen`;

/** All fields of a seminar. Fields of a sold seminar are read-only. */
export function SeminarFields({ form, isSold }: { form: SeminarFormState; isSold: boolean }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const typed = useWatch({ control });
  const field = (name: keyof SeminarForm) => ({
    label: FIELD_LABELS[name],
    error: errors[name]?.message,
    ...register(name),
  });
  const sum = unitsOf({
    theory_units: typed.theory_units ?? '',
    practical_units: typed.practical_units ?? '',
    elearning_units: typed.elearning_units ?? '',
  });
  const competencies = COMPETENCIES.filter((key) => !isSold || key === typed.competency);
  return (
    <>
      <Card title="Texte" level={2} as="div">
        <TextField {...field('title')} hint={used(typed.title ?? '', LONGEST.title)} />
        <TextArea
          {...field('description')}
          optional
          rows={8}
          hint={`${used(typed.description ?? '', LONGEST.description)}. Reiner Text; Absätze bleiben erhalten. Zum Veröffentlichen nötig.`}
        />
        <TextArea
          {...field('agenda')}
          optional
          rows={6}
          hint="Ein Punkt je Zeile, vorn Tag oder Uhrzeit, zum Beispiel „Tag 1, 10:00 – 11:30 Einführung“. Die Vorschau zeigt, wie der Ablauf auf der Seite des Kurses steht."
        />
      </Card>
      <Card title="Einordnung und Umfang" level={2} as="div">
        {isSold && (
          <Alert>
            Dieses Seminar ist schon verkauft. Kompetenz, Einheiten und Teilnahme bleiben, wie sie verkauft wurden. Für
            einen anderen Umfang legen Sie bitte ein neues Seminar an.
          </Alert>
        )}
        <FormRow>
          <Select
            {...field('competency')}
            placeholder={isSold ? undefined : 'Bitte wählen'}
            options={competencies.map((key) => ({ value: key, label: COMPETENCY_LABELS[key] }))}
          />
          <Select
            {...field('difficulty')}
            placeholder="Bitte wählen"
            options={DIFFICULTIES.map((key) => ({ value: key, label: key }))}
          />
        </FormRow>
        <FormRow>
          <NumberField {...field('theory_units')} readOnly={isSold} />
          <NumberField {...field('practical_units')} readOnly={isSold} />
          <NumberField {...field('elearning_units')} readOnly={isSold} />
        </FormRow>
        <Text variant="small" tone="muted" role="status">
          Umfang: {sum === null ? 'die Summe der Einheiten' : formatUnits(sum)}, je 45 Minuten
        </Text>
        {isSold ? (
          <Text variant="small">
            {typed.has_dates ? 'Findet an Terminen statt.' : 'Findet an keinen Terminen statt.'}
          </Text>
        ) : (
          <Checkbox
            {...field('has_dates')}
            hint="Wer bucht, wählt einen Termin und nimmt daran teil. Ohne Termine ist das Seminar mit seinem E-Learning-Kurs abgeschlossen."
          />
        )}
      </Card>
      <Card title="Preis" level={2} as="div">
        <FormRow>
          <NumberField
            {...field('price_euros')}
            digits={2}
            isMoney
            hint="0 heißt: nicht mit Karte zu kaufen, nur mit Credits."
          />
          <NumberField {...field('credit_cost')} />
        </FormRow>
        <Checkbox {...field('is_premium')} />
        <Text variant="small" tone="muted">
          Wer schon gekauft oder gebucht hat, behält Preis und Bedingungen von damals; auch eine begonnene Zahlung.
        </Text>
      </Card>
      <Card title="Fernunterricht" level={2} as="div">
        <FormRow>
          <Select
            {...field('zfu_status')}
            optional
            placeholder="Noch nicht geklärt"
            options={ZFU_OPTIONS}
            hint="Zum Veröffentlichen nötig."
          />
          {typed.zfu_status === 'approved' && <TextField {...field('zfu_number')} />}
        </FormRow>
      </Card>
    </>
  );
}
