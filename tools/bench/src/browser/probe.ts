/**
 * Runs in the measured page first and records when the awaited content appears. Serialised by Playwright, so it uses no
 * outer variables.
 */
export function installProbe() {
  interface Wanted {
    readonly kind: 'sign-in' | 'page';
    readonly path: string;
    /** An element that has to be there and to answer; left out, the page with its data. */
    readonly element?: string | undefined;
    /** The heading that was there before, when a click leads from page to page. */
    readonly notHeading: string | null;
  }
  const state = {
    wanted: null as Wanted | null,
    readyAt: null as number | null,
    clickedAt: null as number | null,
    lcp: 0,
    fcp: 0,
    longTasks: [] as { start: number; duration: number }[],
  };
  Reflect.set(window, 'nemusProbe', state);

  // React records its handlers on the elements: before that, a prerendered element does nothing.
  const answers = (element: Element | null) =>
    element instanceof HTMLElement && Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const usable = () => {
    // A form in the page itself shows when code answers it: from then on, sending it signs in.
    if (document.querySelector('html[data-start="sign-in"] form[data-ready]')) return true;
    const button = document.querySelector('form button[type="submit"]');
    const email = document.querySelector('input[type="email"], input[name="email"]');
    return [button, email].every(answers);
  };
  const drawn = ({ path, element, notHeading }: Wanted) => {
    if (location.pathname !== path) return false;
    if (element !== undefined) return answers(document.querySelector(element));
    const heading = document.querySelector('main h1');
    if (!(heading instanceof HTMLElement) || heading.offsetParent === null) return false;
    return heading.textContent !== notHeading && document.querySelector('main [aria-busy="true"]') === null;
  };
  const check = () => {
    const { wanted } = state;
    if (!wanted) return;
    const ready = wanted.kind === 'sign-in' ? usable() : drawn(wanted);
    if (!ready) state.readyAt = null;
    else state.readyAt ??= performance.now();
  };
  new MutationObserver(check).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-busy', 'hidden', 'disabled', 'data-ready'],
  });
  addEventListener('click', () => (state.clickedAt = performance.now()), { capture: true });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') state.fcp = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (state.lcp = startTime));
  observe('longtask', ({ startTime, duration }) => state.longTasks.push({ start: startTime, duration }));
}
