import { useEffect, useRef, type ReactNode } from 'react';
import { Box } from '@nemus/ui';

/**
 * Takes the focus when its content changes: the pressed button is gone, and screen readers announce the new content.
 * The first content does not take the focus.
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
