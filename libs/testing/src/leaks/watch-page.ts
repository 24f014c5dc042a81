type Listener = EventListenerOrEventListenerObject;

/** What an area left in the page since {@link watchPage} was called. */
export interface PageWatch {
  /** One sentence per leak. */
  readonly leaks: () => string[];
  /** Text of all style rules in the page. */
  readonly css: () => string;
  /** Ends the watch and restores the page's functions. */
  readonly stop: () => void;
}

/**
 * Watches what code can leave behind in a page: intervals, listeners on window and document, attributes of the root
 * elements, storage keys outside of the portal's, and globals. Works in jsdom and in browsers, where its source is
 * injected: it must not use anything outside of itself.
 */
export function watchPage(): PageWatch {
  /** React adds it once per document, and never removes it. */
  const KEPT_BY_REACT = 'selectionchange';
  /** Keys of the portal, its areas and supabase-js. */
  const OWN_KEY = /^(?:nemus|sb-)/;
  /** Containers, their chunks, and switches of React and its tools. */
  const OWN_GLOBAL = /^(?:nemus|__|rspackChunk|webpackChunk|IS_REACT_ACT_ENVIRONMENT$|\d+$)/i;

  const intervals = new Set<unknown>();
  const { setInterval: start, clearInterval: end } = window;
  Reflect.set(window, 'setInterval', (...given: Parameters<typeof start>) => {
    const id = start.apply(window, given);
    intervals.add(id);
    return id;
  });
  Reflect.set(window, 'clearInterval', (id: Parameters<typeof end>[0]) => {
    intervals.delete(id);
    end.call(window, id);
  });

  const listeners = new Map<string, string>();
  const numbers = new WeakMap<object, number>();
  let count = 0;
  const numberOf = (listener: object) => {
    const number = numbers.get(listener) ?? (count += 1);
    numbers.set(listener, number);
    return number;
  };
  const watchListeners = (name: string, target: Window | Document | HTMLElement): (() => void) => {
    const { addEventListener: add, removeEventListener: remove } = target;
    const keyOf = (type: string, listener: Listener, options?: boolean | EventListenerOptions) => {
      const isCapture = typeof options === 'object' ? options.capture === true : options === true;
      return `${name} ${type} ${numberOf(listener)} ${isCapture}`;
    };
    const removing = (type: string, listener: Listener | null, options?: boolean | EventListenerOptions) => {
      if (!listener) return;
      listeners.delete(keyOf(type, listener, options));
      remove.call(target, type, listener, options);
    };
    const adding = (type: string, listener: Listener | null, options?: boolean | AddEventListenerOptions) => {
      const given: AddEventListenerOptions = typeof options === 'object' ? options : { capture: options === true };
      const { signal, ...others } = given;
      if (!listener || signal?.aborted) return;
      if (others.once !== true && type !== KEPT_BY_REACT) {
        listeners.set(keyOf(type, listener, others), `${name} has a listener for ${type}`);
      }
      add.call(target, type, listener, others);
      signal?.addEventListener('abort', () => removing(type, listener, others));
    };
    Object.assign(target, { addEventListener: adding, removeEventListener: removing });
    return () => Object.assign(target, { addEventListener: add, removeEventListener: remove });
  };
  const stops = [
    watchListeners('window', window),
    watchListeners('document', document),
    watchListeners('html', document.documentElement),
    watchListeners('body', document.body),
  ];

  const attributes = () =>
    [document.documentElement, document.body].flatMap((element) =>
      [...element.attributes]
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => `${element.tagName.toLowerCase()} has ${name}="${value}"`),
    );
  const keys = () =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Array.from({ length: storage.length }, (_none, index) => storage.key(index) ?? ''))
      .filter((key) => !OWN_KEY.test(key))
      .map((key) => `the storage has the key "${key}"`);
  const globals = () =>
    Object.getOwnPropertyNames(window)
      .filter((name) => !OWN_GLOBAL.test(name))
      .map((name) => `window has "${name}"`);
  const state = () => [...attributes(), ...keys(), ...globals()];
  const before = new Set(state());

  return {
    leaks: () => [
      ...[...intervals].map(() => 'an interval is running'),
      ...listeners.values(),
      ...state().filter((each) => !before.has(each)),
    ],
    css: () =>
      [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n'),
    stop: () => {
      Object.assign(window, { setInterval: start, clearInterval: end });
      for (const stop of stops) stop();
    },
  };
}
