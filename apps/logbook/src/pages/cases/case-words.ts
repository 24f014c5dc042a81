/** "18 bis 34 Jahre", "65 Jahre und älter". */
export const ageOf = (band: string): string =>
  band.endsWith('+') ? `${band.slice(0, -1)} Jahre und älter` : `${band.replace('-', ' bis ')} Jahre`;
