import { createRequire } from 'node:module';
import path from 'node:path';
import { packageFolder } from './workspace';

/**
 * Refuses to build in a process that rewrites the bundler's own files. Its federation plugin copies one of its
 * functions into every build as text; a loader that rewrites CommonJS (`node --import tsx`) leaves an undefined name in
 * it, and the page fails at its first line. The command `rspack` registers no such loader.
 */
export function refuseRewrittenRuntime() {
  const file = path.join(packageFolder(import.meta.dirname, '@rspack/core'), 'dist/moduleFederationDefaultRuntime.js');
  const module: unknown = createRequire(import.meta.url)(file);
  const source = typeof module === 'object' && module !== null && 'default' in module ? String(module.default) : '';
  if (source.includes('__name(')) {
    throw new Error(
      'This process rewrites CommonJS (tsx): build with the command "rspack build", in a process of its own.',
    );
  }
}
