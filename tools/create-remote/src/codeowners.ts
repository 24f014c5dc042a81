/** Who reviews: a team of the organisation on GitHub. */
const teamOf = (name: string) => `@nemus/${name}`;

/** `.github/CODEOWNERS`: the platform team, and for each area the team that its declaration names. */
export function codeowners(areas: readonly { readonly name: string; readonly team: string }[]): string {
  const lines = areas.map(({ name, team }) => `/apps/${name}/ ${teamOf(team)}`).toSorted();
  return [
    '# Written by `npm run write-codeowners -w @nemus/checks` from the team in each remote.config.ts.',
    `* ${teamOf('platform')}`,
    ...lines,
    '',
  ].join('\n');
}
