import { useSyncExternalStore, type ComponentType } from 'react';

/** A component whose code comes when it is first needed. */
export type LateComponent = ComponentType & {
  /**
   * Asks for the code, once; resolves when it is there or lost. Never rejects: drawing asks again for what was lost
   * before, and tells about it.
   */
  prepare(): Promise<void>;
};

type Code = { readonly Component: ComponentType } | { readonly failure: unknown };

/**
 * Makes a component whose code comes when it is first drawn, or before with `prepare`. Code that does not come is
 * thrown to the nearest boundary, as `React.lazy` does it.
 *
 * Not `React.lazy`: once React has shown a fallback it holds back what comes after it for 300 ms, also when the code
 * was there after three. Code that the page's head or an earlier visit has fetched would wait for nothing.
 *
 * @param load Imports the module; asked once.
 * @param Waiting Stands until the code is there.
 */
export function lateComponent(
  load: () => Promise<{ readonly default: ComponentType }>,
  Waiting: ComponentType,
): LateComponent {
  let asked: Promise<void> | null = null;
  let code: Code | null = null;
  let isDrawn = false;
  const listeners = new Set<() => void>();

  const settle = (next: Code) => {
    code = next;
    for (const listener of listeners) listener();
  };
  const prepare = () => {
    asked ??= load().then(
      ({ default: Component }) => settle({ Component }),
      (failure: unknown) => {
        if (isDrawn) settle({ failure });
        // Nobody has seen it: perhaps the line was gone for a moment, long before this is drawn.
        else asked = null;
      },
    );
    return asked;
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  function Late() {
    isDrawn = true;
    // While rendering, not after it: the code is on its way a frame earlier.
    void prepare();
    const now = useSyncExternalStore(subscribe, () => code);
    if (now === null) return <Waiting />;
    if ('failure' in now) throw now.failure;
    return <now.Component />;
  }
  return Object.assign(Late, { prepare });
}
