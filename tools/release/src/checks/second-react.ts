import type { Check } from './check';

const SCRIPT = /\.m?js$/;

/**
 * Where React and React DOM hand each other what no one else may use: whoever has the assignment has the library, and
 * whoever only reads the name uses the shell's. React 18 and before had another name.
 */
const OWN_REACT =
  /__(?:(?:CLIENT|SERVER|DOM)_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE|SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED)["'\]]*\s*[=:](?!=)/;

/** A React beside the shell's: 67 KB more (brotli) for whoever opens the area, and hooks of one in trees of the other. */
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
