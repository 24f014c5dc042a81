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
  // Themes are objects here, one per colour scheme, without CSS variables.
  '@mui/material/styles/createThemeWithVars.mjs',
  '@mui/material/styles/ThemeProviderWithVars.mjs',
  // For Emotion's withTheme, which nothing uses.
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js',
];

/** Modules with a replacement of their own in `runtime/`. */
const REPLACED = { '@module-federation/runtime-core/dist/plugins/snapshot/SnapshotHandler.js': 'snapshot-handler.mjs' };

/** What one module alone imports for nothing: by its path, its requests. */
const ABSENT_IN = {
  // Defaults that the portal's tooltip replaces.
  '@mui/material/Tooltip/Tooltip.mjs': ['../Popper/index.mjs', '../Grow/index.mjs'],
  // For clients with a session of their own; the portal's takes tokens.
  '@supabase/supabase-js/dist/index.mjs': ['@supabase/auth-js'],
};

/** Leaves the modules of {@link ABSENT} and {@link ABSENT_IN} out of a build. */
export function absentModules(): RspackPluginInstance {
  const replacements = [...ABSENT.map((file) => [file, 'absent.mjs'] as const), ...Object.entries(REPLACED)];
  return {
    apply(compiler) {
      for (const [file, by] of replacements) {
        new NormalModuleReplacementPlugin(installed(file), path.resolve(RUNTIME, by)).apply(compiler);
      }
      for (const [file, requests] of Object.entries(ABSENT_IN)) {
        const issuer = installed(file);
        new NormalModuleReplacementPlugin(new RegExp(`^(${requests.map(escaped).join('|')})$`), (data) => {
          if (issuer.test(data.contextInfo.issuer)) {
            data.request = path.resolve(RUNTIME, 'absent.mjs');
          }
        }).apply(compiler);
      }
    },
  };
}

const RUNTIME = path.resolve(import.meta.dirname, '../runtime');

/** Matches the path of a file below `node_modules`. */
function installed(file: string): RegExp {
  return new RegExp(`[\\\\/]node_modules[\\\\/]${escaped(file).replaceAll('/', '[\\\\/]')}$`);
}

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}
