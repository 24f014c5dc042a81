import type { Check } from './check';

const SCRIPT = /\.m?js$/;

/**
 * The property through which React and React DOM share internals. A file that assigns it contains the library; a file
 * that only reads it uses the shell's. React 18 and earlier used another name.
 */
const OWN_REACT =
  /__(?:(?:CLIENT|SERVER|DOM)_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE|SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED)["'\]]*\s*[=:](?!=)/;

/** A second React beside the shell's costs each user 67 KB (brotli), and its hooks fail in the shell's tree. */
export const secondReactCheck: Check = {
  name: 'second-react',
  remedy:
    'Build with remoteBuild() of @nemus/build: React comes from the shell, and is asked for in the version of the build.',
  run: async ({ files: { release, read } }) => {
    const scripts = Object.keys(release.files).filter((file) => SCRIPT.test(file));
    const found = await Promise.all(
      scripts.map(async (file) => (OWN_REACT.test(Buffer.from((await read(file)) ?? []).toString()) ? file : null)),
    );
    return found.flatMap((file) => (file === null ? [] : [`${file} has a React of its own; the shell provides one.`]));
  },
};
