import path from 'node:path';
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core';

/** Modules of shared packages that no browser of the portal calls, by the end of their path. */
const ABSENT = [
  'zod/v4/core/json-schema-processors.js',
  'zod/v4/core/to-json-schema.js',
  '@supabase/auth-js/dist/module/lib/webauthn.js',
  '@supabase/auth-js/dist/module/lib/web3/ethereum.js',
  'iceberg-js/dist/index.mjs',
  '@mui/material/ButtonBase/TouchRipple.mjs',
];

/** Leaves the modules of {@link ABSENT} out of a build. */
export function absentModules(): RspackPluginInstance {
  const files = ABSENT.map((file) => file.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')).join('|');
  return new NormalModuleReplacementPlugin(
    new RegExp(`[\\\\/]node_modules[\\\\/](?:${files})$`),
    path.resolve(import.meta.dirname, '../runtime/absent.mjs'),
  );
}
