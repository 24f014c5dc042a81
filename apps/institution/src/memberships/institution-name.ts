/** Name of an institution, or words where it has given none. */
export const institutionName = ({ name }: { readonly name: string }): string =>
  name === '' ? 'Weiterbildungsstätte ohne Namen' : name;
