import { z } from 'zod';
import { tells } from './entry.ts';
import { unprintableText } from './printable-names.ts';
import { count, date } from './values.ts';

const plain = 'Bitte prüfen Sie dieses Feld.';

/** A field's error, and further values of its sentence. */
const problem = () =>
  z.intersection(
    z.object({ field: z.string() }),
    z.discriminatedUnion('problem', [
      z.object({ problem: z.literal('missing') }),
      z.object({ problem: z.literal('text') }),
      z.object({ problem: z.literal('characters') }),
      z.object({ problem: z.literal('unprintable'), character: z.string().min(1).max(10) }),
      z.object({ problem: z.literal('choice') }),
      z.object({ problem: z.literal('amount') }),
      z.object({ problem: z.literal('email') }),
      z.object({ problem: z.literal('vat_id') }),
      z.object({ problem: z.literal('date') }),
      z.object({ problem: z.literal('before_start') }),
      z.object({ problem: z.literal('too_early'), earliest: date }),
      z.object({ problem: z.literal('without_approval') }),
      z.object({ problem: z.literal('no_units') }),
      z.object({ problem: z.literal('no_units_at_dates') }),
      z.object({ problem: z.literal('day') }),
      z.object({ problem: z.literal('ratio') }),
      z.object({ problem: z.literal('taken') }),
      z.object({ problem: z.literal('future') }),
      z.object({ problem: z.literal('site_period') }),
      z.object({ problem: z.literal('case_closed') }),
      z.object({ problem: z.literal('confirmer') }),
      z.object({ problem: z.literal('confirmer_site') }),
      z.object({ problem: z.literal('confirmer_account') }),
      z.object({ problem: z.literal('file_twice'), done_on: date }),
      z.object({ problem: z.literal('site_signed') }),
      z.object({ problem: z.literal('site_days') }),
      z.object({ problem: z.literal('day_full'), left: count }),
      z.object({ problem: z.literal('too_long'), most: count }),
      z.object({ problem: z.literal('count'), least: count, most: count }),
      z.object({ problem: z.literal('sum'), sum: count }),
    ]),
  );

function sentenceOf(found: z.output<ReturnType<typeof problem>>): string {
  switch (found.problem) {
    case 'missing':
      return 'Bitte füllen Sie dieses Feld aus.';
    case 'characters':
      return 'Der Text enthält Zeichen, die hier nicht möglich sind.';
    case 'unprintable':
      return unprintableText(found.character);
    case 'choice':
      return 'Bitte wählen Sie eine der Möglichkeiten.';
    case 'amount':
      return 'Bitte geben Sie einen Betrag wie 120 oder 89,50 ein, höchstens 99.999,99 €.';
    case 'email':
      return 'Bitte geben Sie eine gültige E-Mail-Adresse an.';
    case 'vat_id':
      return 'Diese USt-IdNr. hat nicht die Form ihres Landes.';
    case 'date':
      return 'Bitte geben Sie ein Datum an.';
    case 'too_early':
      return `Frühestens der ${found.earliest}, zehn Jahre zurück.`;
    case 'before_start':
      return 'Der letzte Tag liegt vor dem ersten.';
    case 'without_approval':
      return 'Eine ZFU-Nummer gibt es nur mit einer Zulassung.';
    case 'no_units':
      return 'Bitte geben Sie mindestens eine Unterrichtseinheit an.';
    case 'no_units_at_dates':
      return 'Ein Seminar mit Terminen hat mindestens eine UE Theorie oder Praxis.';
    case 'day':
      return 'Bitte geben Sie einen Tag ab dem Jahr 2000 an.';
    case 'ratio':
      return 'Bitte geben Sie eine Zahl wie 4 oder 4,5 ein.';
    case 'taken':
      return 'Diese Version gibt es schon.';
    case 'future':
      return 'Das Datum liegt in der Zukunft.';
    case 'site_period':
      return 'An diesem Tag waren Sie nach Ihren Angaben nicht an dieser Stätte.';
    case 'case_closed':
      return 'Dieser Fall war an diesem Tag schon abgeschlossen.';
    case 'confirmer':
      return 'Diese Person kann Stunden dieser Kategorie an diesem Tag nicht bestätigen.';
    case 'confirmer_site':
      return 'Diese Person kann Stunden dieser Kategorie nur an einer anderen Stätte bestätigen.';
    case 'confirmer_account':
      return 'Diese Person kann Nachweise dieser Kategorie heute nicht bestätigen: Dafür braucht sie ein Konto und die Rolle.';
    case 'file_twice':
      return `Diese Datei ist für diese Kategorie schon eingetragen, beim Nachweis vom ${found.done_on}.`;
    case 'site_signed':
      return 'Unter diesem Namen wurde schon eingereicht oder bestätigt. Legen Sie für eine andere Stätte einen neuen Abschnitt an.';
    case 'site_days':
      return 'Für diese Stätte wurden schon Stunden anderer Tage eingereicht oder bestätigt.';
    case 'day_full':
      return `Ein Tag hat höchstens 24 Stunden. An diesem Tag sind noch ${found.left} Minuten frei.`;
    case 'too_long':
      return `Höchstens ${found.most} Zeichen.`;
    case 'count':
      return `Bitte geben Sie eine ganze Zahl von ${found.least} bis ${found.most} ein.`;
    case 'sum':
      return `Die Dauer ist die Summe der Einheiten: ${found.sum} UE.`;
    default:
      return plain;
  }
}

/** A field of a form that the database refused, as `private.nemus_refuse_field` names it. */
export const fieldProblem = tells(400, plain, problem, sentenceOf);
