import { dayProblem, readDay, readTime, timeProblem, writeDay } from '../formats/days';
import { TypedField, type TypedFieldProps } from './TypedField';

/**
 * A date, typed and shown in German in every browser. Its value is `yyyy-MM-dd`, or the text as typed while it is no
 * day: check it with `dayProblem` or `isDay` before it is sent. `<DateField label="Beginn" {...register('starts_on')} />`.
 */
export function DateField({
  min,
  max,
  ...rest
}: TypedFieldProps & {
  /** First and last day, `yyyy-MM-dd`; a number only in the types of `register`. */
  min?: string | number | undefined;
  max?: string | number | undefined;
}) {
  const bounds = { min: min === undefined ? min : String(min), max: max === undefined ? max : String(max) };
  return (
    <TypedField
      placeholder="TT.MM.JJJJ"
      inputMode="decimal"
      {...rest}
      read={(text) => readDay(text, bounds)}
      write={writeDay}
      problemOf={(value) => dayProblem(value, bounds)}
    />
  );
}

/** A time of day, `HH:mm`, or the text as typed while it is none. */
export function TimeField(props: TypedFieldProps) {
  return <TypedField placeholder="SS:MM" {...props} read={readTime} write={(value) => value} problemOf={timeProblem} />;
}
