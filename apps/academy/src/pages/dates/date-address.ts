/** Which dates: those to come, those of the next 14 days, past ones, or past ones with attendance missing. */
export const DATE_TIMES = ['kommend', 'demnaechst', 'vergangen', 'offen'] as const;
export type DateTime = (typeof DATE_TIMES)[number];

/** State of the list of dates. In the address, so that a link or the back button restores the list. */
export interface DateList {
  readonly view: 'liste' | 'kalender';
  readonly time: DateTime;
  readonly courseId: string;
  readonly teacherId: string;
  readonly roomId: string;
  /** From 1 on. */
  readonly page: number;
  /** Of the calendar, `yyyy-MM`; empty is this one. */
  readonly month: string;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const idOf = (text: string | null) => (text !== null && ID.test(text) ? text : '');

/** Reads the list's state from an address; invalid values are ignored. */
export function readDateList(params: URLSearchParams): DateList {
  const page = Number(params.get('seite'));
  const month = params.get('monat') ?? '';
  return {
    view: params.get('ansicht') === 'kalender' ? 'kalender' : 'liste',
    time: DATE_TIMES.find((time) => time === params.get('zeit')) ?? 'kommend',
    courseId: idOf(params.get('kurs')),
    teacherId: idOf(params.get('person')),
    roomId: idOf(params.get('raum')),
    page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
    month: /^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
  };
}

/** Writes the list's state into an address, without defaults. */
export function writeDateList(list: DateList): URLSearchParams {
  const params = new URLSearchParams();
  if (list.view === 'kalender') params.set('ansicht', 'kalender');
  if (list.time !== 'kommend') params.set('zeit', list.time);
  if (list.courseId !== '') params.set('kurs', list.courseId);
  if (list.teacherId !== '') params.set('person', list.teacherId);
  if (list.roomId !== '') params.set('raum', list.roomId);
  if (list.page > 1) params.set('seite', String(list.page));
  if (list.month !== '') params.set('monat', list.month);
  return params;
}
