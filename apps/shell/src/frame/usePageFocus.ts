import { useEffect, type RefObject } from 'react';
import type { NavigationPort } from '@nemus/contract';

/** How long a page may take to draw its heading before the focus goes to `<main>`, when it got lost. Milliseconds. */
const HEADING_LIMIT = 8_000;

/**
 * Moves the focus to the page's heading after a navigation, so that screen readers say where one is and the next Tab
 * starts in the page. A change of query or hash is no new page. A dialog keeps its focus, and so does whoever has
 * begun to use the page before its heading was there.
 *
 * @param openedAt path of the page that stood ahead of the frame, if one did: another path by now is a navigation
 */
export function usePageFocus(
  main: RefObject<HTMLElement | null>,
  port: NavigationPort,
  openedAt: string | null = null,
): void {
  useEffect(() => {
    let shown = openedAt ?? port.getLocation().pathname;
    let stopWaiting = () => {};
    const follow = () => {
      const { pathname } = port.getLocation();
      if (pathname === shown) return;
      shown = pathname;
      stopWaiting();
      // Heard before anybody draws the new page: the heading that is there now is the old one.
      if (main.current) stopWaiting = followHeading(main.current, main.current.querySelector('h1'));
    };
    const stopListening = port.subscribe(follow);
    follow();
    return () => {
      stopListening();
      stopWaiting();
    };
  }, [main, port, openedAt]);
}

/** Moves the focus to the heading of a page that was drawn in the place of another frame, as soon as it has one. */
export function focusHeading(main: HTMLElement): void {
  followHeading(main, null);
}

/**
 * Waits for a heading other than the one before; returns the function that gives up.
 *
 * @param headingBefore null where the page that was left is gone with its heading
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
    // One that is hidden, as an area's below the shell's skeleton, cannot have the focus.
    if (!heading || heading.closest('[hidden]')) return;
    if (heading === headingBefore && heading.textContent === textBefore) return;
    stop();
    if (isFree(focusedBefore, main)) focus(heading);
  };
  const observer = new MutationObserver(check);
  const timer = setTimeout(() => {
    stop();
    // A page that changed a part of itself alone keeps the focus; one that removed the focused part gives it up.
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

/** True when nobody uses the new page yet: the focus is outside of it, on the page itself, or where it was before. */
function isFree(focusedBefore: Element | null, main: HTMLElement): boolean {
  const focused = document.activeElement;
  return focused === main || focused === focusedBefore || !main.contains(focused);
}

/** The navigation's own drawer does not count: it closes because of the navigation. */
function isDialogOpen(): boolean {
  return (
    document.querySelector('[role="dialog"]:not([aria-label="Navigation"]), [role="alertdialog"], dialog[open]') !==
    null
  );
}

function focus(element: HTMLElement) {
  if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  // Where the page is scrolled to is decided elsewhere.
  element.focus({ preventScroll: true });
}
