/** A text literal of an SQL file, and where it begins. */
export interface Literal {
  readonly line: number;
  readonly text: string;
}

/** Every text literal of an SQL file, those in the bodies of functions too; comments are passed over. */
export function literalsOf(sql: string): readonly Literal[] {
  const found: Literal[] = [];
  const pieces = /--[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^']|'')*)'/g;
  for (const match of sql.matchAll(pieces)) {
    const [, text] = match;
    if (text === undefined) continue;
    found.push({ line: sql.slice(0, match.index).split('\n').length, text: text.replaceAll("''", "'") });
  }
  return found;
}

const UMLAUT = /[äöüÄÖÜß]/;
/** Words that German sentences are made of and English ones are not. */
const GERMAN =
  /\b(?:aber|alle|als|auf|aus|bereits|bis|bitte|dem|den|der|des|diese[mnrs]?|durch|ein|eine[mnrs]?|es gibt|haben|hat|ihnen|ihre?[mnrs]?|ist|kann|kein[e]?|mehr|mit|nach|nicht|noch|nur|oder|schon|sich|sie|sind|und|vom|von|vor|wenn|werden|wieder|wird|wurde|zu|zum|zur|zwei)\b/i;
/** Words that stand alone on a document. */
const NOUNS =
  /\b(?:Abonnement|Betrieb|Buchung|Erstattung|Gutschrift|Kurs|Person|Rechnung|Stornierung|Teilnahmen?|Zahlung)\b|abonnement\b/;

/** Whether a literal has German text that users might read. */
export const isGerman = (text: string): boolean => UMLAUT.test(text) || GERMAN.test(text) || NOUNS.test(text);

/** The codes that an SQL file refuses with, wherever one of our functions is given one. */
export function refusedCodes(sql: string): readonly string[] {
  const code = "'([a-z]+(?:_[a-z]+)+)'";
  const patterns = [
    `nemus_refuse\\(\\s*\\d{3}\\s*,\\s*${code}`,
    `nemus_refuse_beyond\\(\\s*${code}`,
    `errcode = 'PT\\d{3}'[^;]*?hint = ${code}`,
    `\\bp_bar = ${code}`,
    `\\bcode := ${code}`,
  ];
  return patterns.flatMap((pattern) => [...sql.matchAll(new RegExp(pattern, 'g'))].map(([, found]) => found ?? ''));
}
