import { useDeferredValue, useMemo, useState } from 'react';
import { readTable, type TableRow } from '@nemus/area/tables';
import { withFields, type ImportTable } from './import-table';

/** A list that is typed, pasted or read from a file, with the fields that were chosen for its columns. */
export function useImportList<Field extends string>(read: (rows: readonly TableRow[]) => ImportTable<Field>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, Field>>(new Map());
  const given = useDeferredValue(text);
  const table = useMemo(() => withFields(read(readTable(given)), chosen), [read, given, chosen]);
  return {
    text,
    table,
    onText: (next: string) => {
      // Another first line is another table.
      if (next.split('\n', 1)[0] !== text.split('\n', 1)[0]) setChosen(new Map());
      setText(next);
    },
    onChoose: (place: number, field: Field) => setChosen((now) => new Map(now).set(place, field)),
  };
}
