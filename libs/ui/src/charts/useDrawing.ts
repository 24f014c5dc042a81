import { useEffect, useState, type ComponentType } from 'react';

/** Fetches the code of one drawing. */
export type LoadDrawing<P> = () => Promise<ComponentType<P>>;

/**
 * Code of a drawing: null while loading, `lost` after a failure. Every newly opened chart tries again.
 * @param load the same function at every call
 */
export function useDrawing<P>(load: LoadDrawing<P>): ComponentType<P> | 'lost' | null {
  const [drawing, setDrawing] = useState<{ readonly code: ComponentType<P> | 'lost' | null }>({ code: null });
  useEffect(() => {
    let wanted = true;
    const keep = (code: ComponentType<P> | 'lost') => {
      if (wanted) setDrawing({ code });
    };
    load().then(keep, () => keep('lost'));
    return () => {
      wanted = false;
    };
  }, [load]);
  return drawing.code;
}
