import { useLayoutEffect, type RefObject } from 'react';

/**
 * Hides everything but the dialog that contains an element: a session that was ended elsewhere shows nothing
 * here. The page stays mounted, with its input.
 */
export function useHiddenPage(within: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const hidden = [...document.body.children].filter(
      (child): child is HTMLElement => child instanceof HTMLElement && !child.contains(within.current),
    );
    const before = hidden.map((element) => element.style.visibility);
    for (const element of hidden) element.style.visibility = 'hidden';
    return () => {
      for (const [index, element] of hidden.entries()) element.style.visibility = before[index] ?? '';
    };
  }, [within]);
}
