import { format, type Options } from 'prettier';
import type { Declarations, EntryApi } from './exports';

/** Formats every declaration, so that only its content counts. */
export async function formatEntry({ exported, needed }: EntryApi, options: Options): Promise<EntryApi> {
  const tidy = async (declarations: Declarations): Promise<Declarations> =>
    new Map(
      await Promise.all(
        [...declarations].map(async ([name, text]): Promise<[string, string]> => {
          const dense = text.replaceAll(/\n\s*(?=\n)/g, '');
          return [name, (await format(dense, { ...options, parser: 'typescript' })).trim()];
        }),
      ),
    );
  return { exported: await tidy(exported), needed: await tidy(needed) };
}
