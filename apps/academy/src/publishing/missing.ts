/** What hinders publishing, in sentences: what it lacks, and changes that are not saved. */
export const missingOf = <Gap extends string>(
  gaps: readonly Gap[],
  texts: Readonly<Record<Gap, string>>,
  isDirty: boolean,
): readonly string[] => [
  ...gaps.map((gap) => texts[gap]),
  ...(isDirty ? ['Ihre Änderungen sind noch nicht gespeichert. Bitte speichern Sie zuerst.'] : []),
];
