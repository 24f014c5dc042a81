import os from 'node:os';

/** What no package may carry, by the name of the file. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\.(test|spec|soak)\.[cm]?[jt]sx?$/, 'a test'],
  [/(^|\/)(node_modules|\.git|\.nx|\.nemus|e2e)\//, 'a folder of the workspace'],
  [/(^|\/)\.(env|npmrc)/, 'a setting of a machine'],
  [/(^|\/)(tsconfig[^/]*\.json|[^/]*\.tsbuildinfo|project\.json)$/, 'a file of the workspace'],
  [/^(dist|src)\/.*(?<!\.d)\.tsx?$/, 'a source'],
  [/\.map$/, 'a source map'],
  [/\.k-[^/]*\.json$|\.pem$/, 'a key'],
];

/** Version ranges that are valid only inside of the workspace. */
const UNPINNED = /"(\*|latest|workspace:[^"]*|file:[^"]*|link:[^"]*)"/;

/** Errors in the files of a package; one sentence each. @param root Folder of the repository. */
export function packingFaults(files: ReadonlyMap<string, string>, root: string): string[] {
  const machine = [root, os.homedir(), os.tmpdir()].filter(
    (folder) => folder !== '/' && folder !== '/root' && folder !== '/tmp',
  );
  return [...files].flatMap(([file, text]) => {
    const named = FORBIDDEN.flatMap(([pattern, what]) => (pattern.test(file) ? [`${file} is ${what}.`] : []));
    const paths = [...machine, 'file:///'].filter((place) => text.includes(place));
    const unpinned = file === 'package.json' ? UNPINNED.exec(text) : null;
    return [
      ...named,
      ...paths.map((place) => `${file} names ${place}, a place of this machine.`),
      ...(unpinned ? [`${file} asks for ${unpinned[0]}: no version.`] : []),
    ];
  });
}
