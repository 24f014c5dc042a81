import { z } from 'zod';
import { releaseDocumentSchema } from './release';

/**
 * What a build hands to `pack` (`dist/release-input.json`): everything of the release document that only the build
 * knows. `files` are relative to the folder `files/` beside the document; `pack` adds their hashes, commit and time.
 */
export const releaseInputSchema = releaseDocumentSchema
  .pick({
    schema: true,
    declaration: true,
    version: true,
    container: true,
    entry: true,
    preload: true,
    slotPreload: true,
    shared: true,
  })
  .extend({ files: z.array(releaseDocumentSchema.shape.entry).min(1) });
export type ReleaseInput = z.infer<typeof releaseInputSchema>;
