/** Cents as an amount with two decimals, for files of bookkeeping: `1234,50`. */
export function writeEuros(cents: number): string {
  return (cents / 100).toFixed(2).replace('.', ',');
}
