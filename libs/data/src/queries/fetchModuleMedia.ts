import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { DataClient } from '../client';
import { DataError, readRows } from '../errors';
import { FAILURES } from '../texts';

/** Lifetime of a file's address in seconds: long enough to watch a film, with pauses. */
export const ADDRESS_LIFETIME = 4 * 60 * 60;

const rowsSchema = z.array(
  z.object({
    role: z.enum(['panel', 'video', 'subtitles', 'document']),
    position: z.number(),
    title: z.string(),
    alternative: z.string(),
    caption: z.string(),
    media: z.object({ id: z.string(), path: z.string(), content_type: z.string() }),
  }),
);

/** A file of a module with a temporary address. */
export interface ModuleFile {
  readonly id: string;
  readonly url: string;
  readonly contentType: string;
  readonly title: string;
  /** Transcript: what a picture shows and every word that is spoken. */
  readonly alternative: string;
  readonly caption: string;
}

/** The files of a module, by purpose. */
export interface ModuleMedia {
  readonly panels: readonly ModuleFile[];
  readonly video: ModuleFile | null;
  readonly subtitles: ModuleFile | null;
  readonly documents: readonly ModuleFile[];
}

/** Addresses of files of e-learning courses, by path; none for a file that the account may not read. */
export async function signLearningFiles(
  client: DataClient,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const { data, error } = await client.storage.from('learning').createSignedUrls([...paths], ADDRESS_LIFETIME);
  if (error) throw new DataError('storage', FAILURES.server, Number(error.status ?? 0), { cause: error });
  return new Map(data.flatMap(({ path, signedUrl }) => (path && signedUrl ? [[path, signedUrl] as const] : [])));
}

/** The files of a module. The database lists them and Storage sends them, to accounts with access. */
export async function fetchModuleMedia(client: DataClient, moduleId: string): Promise<ModuleMedia> {
  const rows = await readRows(
    await client
      .from('nemus_learning_module_media')
      .select('role, position, title, alternative, caption, media:nemus_learning_media(id, path, content_type)')
      .eq('module_id', moduleId)
      .order('position')
      .limit(200),
    rowsSchema,
  );
  const urls = await signLearningFiles(
    client,
    rows.map(({ media }) => media.path),
  );
  const ofRole = (wanted: (typeof rows)[number]['role']): ModuleFile[] =>
    rows.flatMap(({ role, media: { id, path, content_type: contentType }, title, alternative, caption }) => {
      const url = urls.get(path);
      return role === wanted && url ? [{ id, url, contentType, title, alternative, caption }] : [];
    });
  return {
    panels: ofRole('panel'),
    video: ofRole('video')[0] ?? null,
    subtitles: ofRole('subtitles')[0] ?? null,
    documents: ofRole('document'),
  };
}

export const moduleMediaQuery = (client: DataClient, moduleId: string) =>
  queryOptions({
    queryKey: ['learning', 'media', moduleId],
    queryFn: () => fetchModuleMedia(client, moduleId),
    // A new address would restart a film.
    staleTime: (ADDRESS_LIFETIME / 2) * 1000,
  });
