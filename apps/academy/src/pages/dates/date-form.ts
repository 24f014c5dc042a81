import { berlinClock, berlinDay } from '@nemus/area/calendar';
import type { DatePlan, TeachingDateDetails } from '@nemus/data';
import { dayProblem, isDay, readTime, timeProblem } from '@nemus/ui';
import { neededOf, partErrors, partValuesOf, plannedPart, type PartValues } from './part-values';

/** Input of a date's form. */
export interface DateValues {
  readonly courseId: string;
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly format: string;
  /** A room of the academy; empty for another place. */
  readonly roomId: string;
  readonly location: string;
  readonly meetingUrl: string;
  readonly capacity: string;
  readonly units: string;
  readonly day: string;
  readonly starts: string;
  readonly ends: string;
  readonly endsDay: string;
  /** `yyyy-MM-ddTHH:MM`; empty until it begins. */
  readonly changeUntil: string;
  readonly teacherIds: readonly string[];
  readonly repeats: boolean;
  readonly weeks: string;
  readonly endBy: 'count' | 'until';
  readonly count: string;
  readonly until: string;
  /** Held in several parts instead of at one time. */
  readonly inParts: boolean;
  readonly parts: readonly PartValues[];
  /** Attended parts that the certificate needs; empty: all. */
  readonly needed: string;
}

/** Messages at fields, by the database's names. */
export type DateErrors = Readonly<Record<string, string>>;

export const EMPTY_DATE: DateValues = {
  courseId: '',
  title: '',
  description: '',
  type: 'Seminar',
  format: 'Präsenz',
  roomId: '',
  location: '',
  meetingUrl: '',
  capacity: '12',
  units: '',
  day: '',
  starts: '',
  ends: '',
  endsDay: '',
  changeUntil: '',
  teacherIds: [],
  repeats: false,
  weeks: '1',
  endBy: 'count',
  count: '5',
  until: '',
  inParts: false,
  parts: [],
  needed: '',
};

/** The form of an existing date. */
export function valuesOf(date: TeachingDateDetails): DateValues {
  const [day, lastDay] = [berlinDay(date.starts_at), berlinDay(date.ends_at)];
  return {
    ...EMPTY_DATE,
    courseId: date.course_id,
    title: date.title,
    description: date.description,
    type: date.type,
    format: date.format,
    roomId: date.room_id ?? '',
    location: date.location,
    meetingUrl: date.meeting_url ?? '',
    capacity: String(date.capacity),
    units: String(date.units),
    day,
    starts: berlinClock(date.starts_at),
    ends: berlinClock(date.ends_at),
    endsDay: lastDay === day ? '' : lastDay,
    changeUntil: date.change_until === null ? '' : `${berlinDay(date.change_until)}T${berlinClock(date.change_until)}`,
    teacherIds: date.teachers.map(({ id }) => id),
    inParts: date.parts !== null,
    parts: (date.parts ?? []).map(partValuesOf),
    needed: String(date.parts_needed ?? ''),
  };
}

const wholeNumber = (text: string): number | null => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : null);

/** Whether day and hours are complete, so that their dates can be shown. */
export const hasTimes = ({
  day,
  starts,
  ends,
  endsDay,
}: Pick<DateValues, 'day' | 'starts' | 'ends' | 'endsDay'>): boolean =>
  isDay(day) && readTime(starts) === starts && readTime(ends) === ends && dayProblem(endsDay) === null;

/** Whether the times can be previewed. A typed "1" already reads as 01:00, before the start: "12" may still follow. */
export const canPreview = (times: Pick<DateValues, 'day' | 'starts' | 'ends' | 'endsDay'>): boolean =>
  hasTimes(times) && `${times.endsDay || times.day} ${times.ends}` > `${times.day} ${times.starts}`;

/** An address without what mail programs and chats add when it is copied; `https://` may be missing. */
export function pastedAddress(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\s\p{Cf}]/gu, '')
    .replace(/^[<(]+/, '')
    .replace(/[>),;]+$/, '');
  return plain === '' || /^[a-z][a-z+.-]*:/i.test(plain) ? plain : `https://${plain}`;
}

/** The plan that the database checks and saves. */
export function planOf(values: DateValues): DatePlan {
  const weeks = wholeNumber(values.weeks) ?? 0;
  const ends = values.endBy === 'until' ? { until: values.until } : { count: wholeNumber(values.count) ?? 0 };
  return {
    course_id: values.courseId,
    title: values.title,
    description: values.description,
    type: values.type,
    format: values.format,
    room_id: values.roomId === '' ? null : values.roomId,
    location: values.location,
    meeting_url: pastedAddress(values.meetingUrl),
    capacity: wholeNumber(values.capacity),
    units: wholeNumber(values.units),
    teacher_ids: values.teacherIds,
    day: values.day,
    starts: values.starts,
    ends: values.ends,
    ...(values.endsDay !== '' && { ends_day: values.endsDay }),
    change_until: values.changeUntil === '' ? null : values.changeUntil,
    series: values.repeats && !values.inParts ? { weeks, ...ends } : null,
    ...(values.inParts && { parts: values.parts.map(plannedPart), parts_needed: neededOf(values.needed) }),
  };
}

const MISSING: readonly (readonly [keyof DateValues, string, string])[] = [
  ['courseId', 'course_id', 'Bitte wählen Sie den Kurs.'],
  ['day', 'day', 'Bitte geben Sie den Tag an.'],
  ['starts', 'starts', 'Bitte geben Sie den Beginn an.'],
  ['ends', 'ends', 'Bitte geben Sie das Ende an.'],
];

/** Missing or non-numeric input, checked before the request; the database checks the rest. */
export function missingOf(values: DateValues): DateErrors {
  const errors: Record<string, string> = {};
  const [untilDay = '', untilTime = ''] = values.changeUntil.split('T');
  const { inParts, repeats } = values;
  const wrong = {
    day: inParts ? null : dayProblem(values.day),
    starts: inParts ? null : timeProblem(values.starts),
    ends: inParts ? null : timeProblem(values.ends),
    ends_day: inParts ? null : dayProblem(values.endsDay),
    change_until: dayProblem(untilDay) ?? timeProblem(untilTime),
    until: repeats && !inParts && values.endBy === 'until' ? dayProblem(values.until) : null,
  };
  for (const [field, words] of Object.entries(wrong)) if (words !== null) errors[field] = words;
  for (const [name, field, words] of MISSING)
    if (values[name] === '' && !(inParts && field !== 'course_id')) errors[field] = words;
  if (inParts) Object.assign(errors, partErrors(values.parts, values.needed));
  if (values.changeUntil !== '' && (untilDay === '' || untilTime === ''))
    errors.change_until = 'Bitte geben Sie Tag und Uhrzeit der Frist an.';
  if (wholeNumber(values.capacity) === null) errors.capacity = 'Bitte geben Sie eine ganze Zahl an.';
  if (values.units.trim() !== '' && wholeNumber(values.units) === null)
    errors.units = 'Bitte geben Sie eine ganze Zahl an.';
  if (repeats && !inParts && values.endBy === 'until' && values.until === '')
    errors.until = 'Bitte geben Sie den letzten Tag an.';
  if (repeats && !inParts && values.endBy === 'count' && wholeNumber(values.count) === null)
    errors.count = 'Bitte geben Sie eine ganze Zahl an.';
  return errors;
}
