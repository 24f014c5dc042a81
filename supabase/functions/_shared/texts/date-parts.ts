/** "Teil 2: Abschluss", or with a number "Teil 2 von 3: Abschluss". @param place from 0 on */
export function partName({ title }: { readonly title: string }, place: number, of?: number): string {
  const name = of === undefined ? `Teil ${place + 1}` : `Teil ${place + 1} von ${of}`;
  return title === '' ? name : `${name}: ${title}`;
}
