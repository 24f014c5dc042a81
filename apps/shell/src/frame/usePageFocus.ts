import { useEffect, type RefObject } from 'react';
import type { NavigationPort } from '@nemus/contract';

/** How long a page may take to render its heading before a lost focus goes to `<main>`. Milliseconds. */
const HEADING_LIMIT = 8_000;

/**
 * Moves the focus to the page's heading after a navigation, so that screen readers announce the page and the next Tab
 * starts in it. A change of query or hash is not a new page. A dialog keeps its focus, and so does a page in use before
 * its heading appears.
 */
export function usePageFocus(main: RefObject<HTMLElement | null>, port: NavigationPort): void {
  useEffect(() => {
    let shown = port.getLocation().pathname;
    let stopWaiting = () => {};
    const follow = () => {
      const { pathname } = port.getLocation();
      if (pathname === shown) return;
      shown = pathname;
      stopWaiting();
      // Called before the new page renders: the current heading is the old one.
      if (main.current) stopWaiting = followHeading(main.current, main.current.querySelector('h1'));
    };
    const stopListening = port.subscribe(follow);
    return () => {
      stopListening();
      stopWaiting();
    };
  }, [main, port]);
}

/**
 * Waits for a heading other than the previous one; returns the function that cancels it.
 *
 * @param headingBefore null when the previous page is gone with its heading
 */
function followHeading(main: HTMLElement, headingBefore: Element | null): () => void {
  const textBefore = headingBefore?.textContent;
  const focusedBefore = document.activeElement;

  const check = () => {
    if (isDialogOpen()) {
      stop();
      return;
    }
    const heading = main.querySelector('h1');
    // A hidden heading, as in an area below the shell's skeleton, cannot have the focus.
    if (!heading || heading.closest('[hidden]')) return;
    if (heading === headingBefore && heading.textContent === textBefore) return;
    stop();
    if (isFree(focusedBefore, main)) focus(heading);
  };
  const observer = new MutationObserver(check);
  const timer = setTimeout(() => {
    stop();
    // A page that changed only a part of itself keeps the focus, unless that part was removed.
    if (document.activeElement === document.body) focus(main);
  }, HEADING_LIMIT);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(main, { childList: true, subtree: true, characterData: true, attributeFilter: ['hidden'] });
  if (!headingBefore) check();
  return stop;
}

/** True when the new page is not in use yet: the focus is outside of it, on the page itself, or unchanged. */
function isFree(focusedBefore: Element | null, main: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === main || focused === focusedBefore || !main.contains(focused);
}

/** The navigation drawer does not count: the navigation closes it. */
function isDialogOpen(): boolean {
  return (
    document.querySelector('[role="dialog"]:not([aria-label="Navigation"]), [role="alertdialog"], dialog[open]') !==
    null
  );
}

function focus(element: HTMLElement) {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  // The scroll position is handled elsewhere.
  element.focus({ preventScroll: true });
}
