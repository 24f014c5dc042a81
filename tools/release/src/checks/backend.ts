import type { Check } from './check';

/** Tables and functions of the database that an area's code names: its data access is built into its files. */
async function databaseNames({ release, read }: Parameters<Check['run']>[0]['files']): Promise<string[]> {
  const scripts = Object.keys(release.files).filter((file) => file.endsWith('.js'));
  const texts = await Promise.all(scripts.map(async (file) => Buffer.from((await read(file)) ?? []).toString()));
  // Names in quotes, and embedded ones in a select: "id,site:nemus_logbook_sites!own_site(name)".
  const names = texts.flatMap((text) => [...text.matchAll(/(?<=["'`:,])nemus_[a-z0-9_]+(?=["'`!(])/g)].map(String));
  return [...new Set(names)].filter((name) => name !== release.container).toSorted();
}

/** Whether the portal's database has what the release reads and calls. */
export const backendCheck: Check = {
  name: 'backend',
  remedy: 'Deploy the migration first ("supabase db push"), then promote the release.',
  run: async ({ files, missingInDatabase }) => {
    if (!missingInDatabase) return [];
    const missing = await missingInDatabase(await databaseNames(files));
    return missing.map((name) => `The portal's database has no table or function "${name}", which the release uses.`);
  },
};
