/** How a failure was handled, by the loader's word for it. */
export const NEXT_STEPS: Readonly<Record<string, string>> = {
  retry: 'wurde erneut versucht',
  'next-release': 'andere Version genommen',
  stop: 'Karte gezeigt',
};
