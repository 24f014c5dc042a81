import { useEffect } from 'react';

const NAME = 'Nemus';

/** Sets the document's title: page first, so that tabs can be told apart. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? NAME : `${title} · ${NAME}`;
  }, [title]);
}
