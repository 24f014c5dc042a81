import { numberProblem, readNumber, writeNumber, type NumberBounds } from '../formats/numbers';
import { TypedField, type TypedFieldProps } from './TypedField';

/**
 * A number, typed and shown in German: `1.000` is a thousand. Its value is text for programs, `1000` or `62.5`, or the
 * text as typed while it is unreadable: check it with `numberProblem` or `numberOf`. A mouse wheel changes nothing.
 */
export function NumberField({
  least,
  most,
  digits = 0,
  isMoney = false,
  ...rest
}: TypedFieldProps & {
  /** Bounds; without `least`, zero. */
  least?: number;
  most?: number;
  digits?: NumberBounds['digits'];
  /** Cents have both digits. */
  isMoney?: boolean;
}) {
  const bounds = { min: least, max: most, digits };
  return (
    <TypedField
      inputMode={least !== undefined && least < 0 ? 'text' : digits === 0 ? 'numeric' : 'decimal'}
      {...rest}
      read={(text) => readNumber(text, bounds)}
      write={(value) => writeNumber(value, bounds, isMoney)}
      problemOf={(value) => numberProblem(value, bounds)}
    />
  );
}
