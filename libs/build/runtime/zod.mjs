/**
 * The part of zod that the shell provides. A shared module is provided whole: what is never called in a browser
 * (locales of 40 languages, JSON Schema, the ahead-of-time compiler) would be half of what every visitor loads.
 */
import * as z from './zod-parts.mjs';

export * from './zod-parts.mjs';
export { z, z as default };
