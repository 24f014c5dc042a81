/**
 * Mentions every shared module lazily, so that the shell's build provides it. Federation provides what a build has
 * seen: without these lines, a module that the shell itself does not use would be missing for the remotes. Nothing
 * calls the functions; a test keeps the list equal to the table of shared modules.
 */
export const provided = [
  () => import('react'),
  () => import('react/jsx-runtime'),
  () => import('react-dom'),
  () => import('react-dom/client'),
  () => import('react-router-dom'),
  () => import('@tanstack/react-query'),
  () => import('zod'),
  () => import('@supabase/postgrest-js'),
  () => import('@nemus/ui'),
  () => import('@nemus/ui/data'),
  () => import('react-hook-form'),
  () => import('pdf-lib'),
];
