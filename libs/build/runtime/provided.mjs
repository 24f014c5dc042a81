/**
 * All singletons of the page, for the federation's share scope: the version, and how to load it. The shell's own code
 * imports the same modules normally, so that a page without areas loads only what it uses; the rest of these modules is
 * in the chunk "areas", which loads with the first area. A test keeps the list equal to the table of shared modules;
 * the build writes the versions.
 */
const versions = NEMUS_SHARED_VERSIONS;

/** CommonJS modules arrive with a wrapper around their exports. */
const exportsOf = (namespace) => namespace.default;

const loaders = {
  react: () => import(/* webpackChunkName: "areas" */ 'react').then(exportsOf),
  'react/jsx-runtime': () => import(/* webpackChunkName: "areas" */ 'react/jsx-runtime').then(exportsOf),
  'react-dom': () => import(/* webpackChunkName: "areas" */ 'react-dom').then(exportsOf),
  'react-dom/client': () => import(/* webpackChunkName: "areas" */ 'react-dom/client').then(exportsOf),
  'react-router-dom': () => import(/* webpackChunkName: "areas" */ 'react-router-dom'),
  '@tanstack/react-query': () => import(/* webpackChunkName: "areas" */ '@tanstack/react-query'),
  zod: () => import(/* webpackChunkName: "areas" */ 'zod'),
  '@supabase/supabase-js': () => import(/* webpackChunkName: "areas" */ '@supabase/supabase-js'),
  // A part of the line above, for releases of contracts below 1.4.
  '@supabase/postgrest-js': () => import(/* webpackChunkName: "areas" */ '@supabase/postgrest-js'),
  '@nemus/ui': () => import(/* webpackChunkName: "areas" */ '@nemus/ui'),
  '@nemus/ui/data': () => import(/* webpackChunkName: "areas" */ '@nemus/ui/data'),
  // Requested with the first page that has a form.
  'react-hook-form': () => import(/* webpackChunkName: "forms" */ 'react-hook-form'),
  // Only needed after a click.
  'pdf-lib': () => import('pdf-lib'),
};

/** Their names are not checked before an area starts, which would load them. */
const late = new Set(['react-hook-form', 'pdf-lib']);

export const provided = Object.fromEntries(
  Object.entries(loaders).map(([name, load]) => [name, { version: versions[name], load, late: late.has(name) }]),
);
