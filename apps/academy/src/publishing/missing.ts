/** What prevents publishing, in sentences: missing parts, and unsaved changes. */
export const missingOf = <Gap extends string>(
  gaps: readonly Gap[],
  texts: Readonly<Record<Gap, string>>,
  isDirty: boolean,
): readonly string[] => [
  ...gaps.map((gap) => texts[gap]),
  ...(isDirty ? ['Ihre Änderungen sind noch nicht gespeichert. Bitte speichern Sie zuerst.'] : []),
];
