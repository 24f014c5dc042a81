import path from 'node:path';
import { NormalModuleReplacementPlugin, type RspackPluginInstance } from '@rspack/core';
import { packageFolder } from './workspace';

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

const RUNTIME = path.resolve(import.meta.dirname, '../runtime');
const LATE = path.join(packageFolder(import.meta.dirname, '@nemus/ui'), 'src/late');

/** Modules with a replacement of their own in `runtime/`. */
const REPLACED = { '@module-federation/runtime-core/dist/plugins/snapshot/SnapshotHandler.js': 'snapshot-handler.mjs' };

/** What one module alone imports, by its path: requests with their replacements. */
const REPLACED_IN = {
  '@mui/material/Tooltip/Tooltip.mjs': {
    '../Popper/index.mjs': path.join(LATE, 'LatePopper.tsx'),
    '../Grow/index.mjs': path.join(LATE, 'LateGrow.tsx'),
  },
  // For clients with a session of their own; the portal's takes tokens.
  '@supabase/supabase-js/dist/index.mjs': { '@supabase/auth-js': path.join(RUNTIME, 'absent.mjs') },
};

/** Leaves the modules of {@link ABSENT} out of a build, and replaces others. */
export function absentModules(): RspackPluginInstance {
  const replacements = [...ABSENT.map((file) => [file, 'absent.mjs'] as const), ...Object.entries(REPLACED)];
  return {
    apply(compiler) {
      for (const [file, by] of replacements) {
        new NormalModuleReplacementPlugin(installed(file), path.resolve(RUNTIME, by)).apply(compiler);
      }
      for (const [file, requests] of Object.entries(REPLACED_IN)) {
        const issuer = installed(file);
        for (const [request, by] of Object.entries(requests)) {
          new NormalModuleReplacementPlugin(new RegExp(`^${escaped(request)}$`), (data) => {
            if (issuer.test(data.contextInfo.issuer)) data.request = by;
          }).apply(compiler);
        }
      }
    },
  };
}

/** Matches the path of a file below `node_modules`. */
function installed(file: string): RegExp {
  return new RegExp(`[\\\\/]node_modules[\\\\/]${escaped(file).replaceAll('/', '[\\\\/]')}$`);
}

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}
