import { useEffect, useRef, type ReactNode } from 'react';
import { Box } from '@nemus/ui';

/**
 * Takes the focus when what it shows changes: the button that led here is gone, and a reader hears where it led. What
 * shows first leaves the focus where the portal put it.
 */
export function FocusFrame({ at, label, children }: { at: string; label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    frame.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [at]);
  return (
    <Box component="section" aria-label={label} tabIndex={-1} ref={frame} sx={{ '&:focus': { outline: 'none' } }}>
      {children}
    </Box>
  );
}
