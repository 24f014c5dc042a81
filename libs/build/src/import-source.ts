/** Imports a TypeScript module, also on versions of Node without type stripping. */
export async function importSource(url: string): Promise<{ default?: unknown }> {
  try {
    return await import(url);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION')) throw error;
    // For this file only: the bundler's own files must stay unchanged (`rewritten-runtime.ts`).
    const { tsImport } = await import('tsx/esm/api');
    return tsImport(url, import.meta.url);
  }
}
