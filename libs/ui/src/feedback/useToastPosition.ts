import { useLayoutEffect, type RefObject } from 'react';
import { MESSAGES_HEIGHT } from '../overlays/dialog-place';
import { toastPosition } from './toast-position';

/**
 * Keeps messages off the buttons of an open dialog, as dialogs open, close and resize. Nothing is measured without
 * messages, which saves a layout at the start.
 */
export function useToastPosition(ref: RefObject<HTMLElement | null>, hasMessages: boolean): void {
  useLayoutEffect(() => {
    const region = ref.current;
    if (!hasMessages || region === null || typeof ResizeObserver === 'undefined') return undefined;
    const root = document.documentElement.style;
    const place = () => {
      const { bottom, covered } = toastPosition(region.getBoundingClientRect());
      region.style.insetBlockEnd = `${bottom}px`;
      if (covered === 0) root.removeProperty(MESSAGES_HEIGHT);
      else root.setProperty(MESSAGES_HEIGHT, `${covered}px`);
    };
    const sizes = new ResizeObserver(place);
    const watch = () => {
      sizes.disconnect();
      sizes.observe(region);
      for (const paper of document.querySelectorAll('.MuiDialog-paper')) sizes.observe(paper);
      place();
    };
    // Dialogs are at the end of the page, each in its own child.
    const dialogs = new MutationObserver(watch);
    dialogs.observe(document.body, { childList: true });
    window.addEventListener('resize', place);
    watch();
    return () => {
      sizes.disconnect();
      dialogs.disconnect();
      window.removeEventListener('resize', place);
      root.removeProperty(MESSAGES_HEIGHT);
    };
  }, [ref, hasMessages]);
}
