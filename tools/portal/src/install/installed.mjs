/**
 * Which packages are missing, read from npm's own record of what it installed (`node_modules/.package-lock.json`). Free
 * of dependencies: the bootstrap uses it before any is installed.
 *
 * `npm start` needs the workspaces' `dependencies`. Tools for tests, checks and measurements are `devDependencies`, for
 * developers of the code.
 */

/** A package that only one system or processor has; npm leaves it out on others, and on this one when it fails. */
const isOptional = (entry) => entry.optional === true || entry.devOptional === true;

/** True for what `npm ci --omit=dev` leaves out. */
const isForDevelopment = (entry) => entry.dev === true || entry.devOptional === true;

const isPackage = (folder) => folder.startsWith('node_modules/') || folder.includes('/node_modules/');

/**
 * Folders of packages that the lockfile names and that are not there in that version.
 *
 * @param lockfile The parsed package-lock.json.
 * @param installed What npm recorded, parsed; null when nothing is installed.
 * @param all Packages for development as well.
 */
export function missingPackages(lockfile, installed, { all }) {
  return Object.entries(lockfile.packages)
    .filter(([folder, entry]) => isPackage(folder) && !isOptional(entry) && (all || !isForDevelopment(entry)))
    .filter(([folder, entry]) => {
      const there = installed?.packages[folder];
      return there === undefined || there.version !== entry.version || there.integrity !== entry.integrity;
    })
    .map(([folder]) => folder);
}

/** True when packages for development were installed, in any version: then they are kept. */
export function hasDevelopment(lockfile, installed) {
  return Object.keys(installed?.packages ?? {}).some((folder) => lockfile.packages[folder]?.dev === true);
}
