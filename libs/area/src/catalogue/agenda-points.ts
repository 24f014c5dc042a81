/** A point of an agenda: a day or time, a title, or both. */
export interface AgendaPoint {
  /** `Tag 1`, `10:00 – 11:30`, or empty. */
  readonly when: string;
  readonly title: string;
}

const DAY =
  '(?:(?:Tag|Abend|Block|Teil|Modul) ?\\d{1,2}|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|\\d{1,2}\\.\\d{1,2}\\.(?:\\d{4})?)';
const TIME = '\\d{1,2}[:.]\\d{2}(?: ?(?:[–-]|bis) ?\\d{1,2}[:.]\\d{2})?(?: Uhr)?';
const POINT = new RegExp(`^(${DAY}(?:,? ${TIME})?|${TIME})(?: ?[:|–-](?= |$)|(?=[ ]|$)) ?(.*)$`);

/** The points of an agenda, one per line; empty lines are left out. A day or time is set apart where a line begins so. */
export function agendaPoints(text: string): AgendaPoint[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, when = '', title = line] = POINT.exec(line) ?? [];
      return { when, title };
    });
}
