/** Imports a module of TypeScript, on versions of Node as well that do not read it by themselves. */
export async function importSource(url: string): Promise<{ default?: unknown }> {
  try {
    return await import(url);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION')) throw error;
    // For this file alone: the bundler's own files must stay as they are (`rewritten-runtime.ts`).
    const { tsImport } = await import('tsx/esm/api');
    return tsImport(url, import.meta.url);
  }
}
