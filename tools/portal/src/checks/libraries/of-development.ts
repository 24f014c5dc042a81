import type { Libraries } from './duplicates';

/** What pages need to take a change over (`npm run dev`), and no release may have. */
const OF_DEVELOPMENT = /^(react-refresh|@rspack\/(core|dev-server|plugin-react-refresh))$/;

/** Builds that carry what is for development alone, each with its libraries. */
export function findOfDevelopment(builds: Readonly<Record<string, Libraries>>): [build: string, libraries: string[]][] {
  return Object.entries(builds).flatMap(([name, libraries]): [string, string[]][] => {
    const found = Object.keys(libraries).filter((library) => OF_DEVELOPMENT.test(library));
    return found.length > 0 ? [[name, found]] : [];
  });
}
