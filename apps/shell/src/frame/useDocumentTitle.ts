import { useEffect } from 'react';

const NAME = 'Nemus';

/** Document title: page first, so that tabs can be distinguished. */
const documentTitle = (title: string | null) => (title === null ? NAME : `${title} · ${NAME}`);

/** Sets the document's title. */
export function useDocumentTitle(title: string | null): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
