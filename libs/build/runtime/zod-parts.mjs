/** The parts of zod's namespace that shell and areas have; `src/curated.ts` names what is missing. */
import { config } from '#zod/core/core.js';

export * from '#zod/classic/schemas.js';
export * from '#zod/classic/checks.js';
export * from '#zod/classic/errors.js';
export * from '#zod/classic/parse.js';
export * as iso from '#zod/classic/iso.js';
export * as coerce from '#zod/classic/coerce.js';
export { $brand, config, NEVER } from '#zod/core/core.js';
export { flattenError, formatError, prettifyError, treeifyError } from '#zod/core/errors.js';
export { globalRegistry, registry } from '#zod/core/registries.js';

// Otherwise the first object schema tries `new Function` to find out whether it may compile itself: it may not, and
// browsers report every page that tries. Set here, since no schema exists before this module loads.
config({ jitless: true });
