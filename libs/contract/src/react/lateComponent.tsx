import { useSyncExternalStore, type ComponentType } from 'react';

/** A component whose code loads when it is first needed. */
export type LateComponent = ComponentType & {
  /**
   * Requests the code once; resolves when it has loaded or failed. Never rejects: rendering requests failed code again,
   * and reports it.
   */
  prepare(): Promise<void>;
};

type Code = { readonly Component: ComponentType } | { readonly failure: unknown };

/**
 * Makes a component whose code loads when it is first rendered, or earlier with `prepare`. A load failure is thrown to
 * the nearest boundary, as with `React.lazy`.
 *
 * Not `React.lazy`: once React has shown a fallback, it delays the content for 300 ms, even if the code arrives after
 * three. Code that the page's head or an earlier visit has fetched would wait for no reason.
 *
 * @param load Imports the module; called once.
 * @param Waiting Rendered until the code has loaded.
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
        // No report: the network may have been down briefly, long before this renders.
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
    // During the render, not after it: the request starts a frame earlier.
    void prepare();
    const now = useSyncExternalStore(subscribe, () => code);
    if (now === null) return <Waiting />;
    if ('failure' in now) throw now.failure;
    return <now.Component />;
  }
  return Object.assign(Late, { prepare });
}
