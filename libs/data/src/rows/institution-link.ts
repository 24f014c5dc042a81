import { z } from 'zod';

/** An institution that the account is linked with. */
export const institutionLinkSchema = z.object({
  /** Id of the institution's record of this person; used to end the link. */
  trainee_id: z.string(),
  institution_name: z.string().nullable(),
  /** ISO 8601 */
  linked_at: z.string(),
});
export type InstitutionLink = z.infer<typeof institutionLinkSchema>;

/** What a linked institution sees of an account, according to the database's policies. */
export const SHARED_WITH_INSTITUTION: readonly string[] = [
  'Ihren Stand in Theorie, Praxis und E-Learning',
  'Ihren Fortschritt in den sechs Kompetenzen',
  'Ihr Logbuch, was Sie zu ihr eingereicht haben: Tag, Kategorie, Dauer, Kompetenz mit Stufe, Setting, Einzel oder Gruppe, Altersgruppe, Verfahren, Leistung, Fall als Kürzel, Stätte mit Zeitraum und Umfang, Ihre Notiz, ob es aus einer Liste kommt, was es korrigiert, wann Sie einreichen, wer wann bestätigt oder mit welchem Grund zurückgibt, und daraus Ihre angerechneten Stunden und Monate',
  'Zertifikate von anderswo, die Sie zu ihr einreichen: Titel und Aussteller (zur Selbsterfahrung nicht), Zeitraum und Prüfsumme, nicht die Datei',
  'Unterbrechungen Ihrer Weiterbildung mit Zeitraum und Anteil; den Grund nur, solange Sie ihn zeigen',
  'Ihre gewählten Anforderungen, und welcher Anteil Ihrer Weiterbildungszeit vergangen ist',
  'die E-Mail-Adresse Ihres Kontos, auch wenn Sie sie später ändern, und einen neuen Namen, wenn sie Sie unter dem bisherigen führt',
  'in Kursen, die sie für Sie gebucht hat: Ihren Fortschritt und Ihren Termin',
];
/** What it does not see. */
export const NOT_SHARED_WITH_INSTITUTION =
  'Nicht sichtbar sind Ihre Entwürfe im Logbuch, Ihre Notizen zur Selbsterfahrung (die liest nur, wer sie bestätigt), Ihre weiteren persönlichen Daten, Ihre Zertifikate der Akademie, die Dateien Ihrer Zertifikate von anderswo (die öffnet nur, wer sie bestätigt), Ihre übrigen Termine und Ihre Antworten im Quiz.';
