import { useState } from 'react';
import { MOST_CHANGED_SEMINARS, type ListedSeminar } from '@nemus/data';

/** The seminars selected in the list, on all its pages. */
export function useSeminarSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    tick: (seminars: readonly ListedSeminar[], on: boolean) =>
      setIds((before) => {
        const after = new Set(before);
        for (const { id } of seminars) {
          if (!on) after.delete(id);
          else if (after.size < MOST_CHANGED_SEMINARS) after.add(id);
        }
        return after;
      }),
    clear: () => setIds(new Set()),
  };
}
export type SeminarSelectionState = ReturnType<typeof useSeminarSelection>;
