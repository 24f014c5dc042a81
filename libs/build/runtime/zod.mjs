/**
 * zod as the shell provides it. A shared module is provided whole: what nobody calls at runtime in a browser (locales
 * of 40 languages, JSON Schema, the ahead-of-time compiler) would be half of what every visitor loads.
 */
import * as z from './zod-parts.mjs';

export * from './zod-parts.mjs';
export { z, z as default };
