import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useAction, useDataClient } from '@nemus/area';
import { DataError, saveSeminar } from '@nemus/data';
import { seminarFieldsOf } from './seminar-form';
import type { SeminarRow } from './seminar-list';

/** What became of a list. */
export interface ImportResult {
  readonly saved: number;
  readonly refused: readonly { readonly key: string; readonly line: number; readonly text: string }[];
}

/** Creates the drafts of a list one by one. A row that is sent again after a lost answer creates no second draft. */
export function useSeminarImport() {
  const client = useDataClient();
  const queries = useQueryClient();
  const ids = useRef(new Map<string, string>());
  const [done, setDone] = useState(0);
  const idOf = (text: string) => {
    const id = ids.current.get(text) ?? crypto.randomUUID();
    ids.current.set(text, id);
    return id;
  };
  const save = useAction({
    mutationFn: async (rows: readonly SeminarRow[]): Promise<ImportResult> => {
      const refused: ImportResult['refused'][number][] = [];
      let saved = 0;
      for (const { form, line, text } of rows) {
        if (form === null) continue;
        setDone(saved + refused.length);
        try {
          await saveSeminar(client, { id: idOf(text) }, seminarFieldsOf(form));
          saved += 1;
        } catch (error) {
          // A refusal is about its row; anything else stops the list.
          if (!(error instanceof DataError) || error.code === undefined || error.field === undefined) throw error;
          refused.push({ key: String(line), line, text: error.message });
        }
      }
      return { saved, refused };
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['seminars'] }),
  });
  return { save, done };
}
