import { usePorts } from '@nemus/contract/react';
import { formatCount } from '@nemus/ui';
import type { CsvColumn } from './csv';
import { saveFile } from './save-file';
import { writeCsv } from './write-csv';
import { useAction } from '../actions/useAction';

/** Content and name of an export. */
export interface Export<T> {
  /** Without its extension. */
  readonly name: string;
  readonly columns: readonly CsvColumn<T>[];
  readonly rows: () => readonly T[] | Promise<readonly T[]>;
}

/** Saves rows as a CSV file and reports their number. */
export function useExport<T>() {
  const { notify } = usePorts();
  return useAction({
    mutationFn: async ({ name, columns, rows }: Export<T>) => {
      const content = await rows();
      saveFile(`${name}.csv`, 'text/csv;charset=utf-8', await writeCsv(columns, content));
      return content.length;
    },
    onSuccess: (count) =>
      notify({ kind: 'success', title: 'CSV-Datei erstellt', description: formatCount(count, 'Zeile', 'Zeilen') }),
    onError: () =>
      notify({
        kind: 'error',
        title: 'CSV-Datei nicht erstellt',
        description: 'Die Daten konnten nicht geladen werden. Bitte versuchen Sie es noch einmal.',
      }),
  });
}
