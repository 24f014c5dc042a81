import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Width of an element in px, measured again when it changes, so that a drawing keeps its font size at every width.
 * @param initial used until the element is measured, and without layout (tests)
 */
export function useWidth<E extends HTMLElement>(initial: number): [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
