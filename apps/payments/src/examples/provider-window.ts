/** The tab that a click opens, in place of the browser's. */
export interface FakeTab {
  opener: unknown;
  closed: boolean;
  readonly addresses: string[];
  close(): void;
}

/**
 * Replaces `window.open`. With `blocked` it behaves like a browser that opens no tab.
 * @returns the tabs that were opened so far, oldest first
 */
export function fakeProviderWindow({ blocked = false } = {}): { tabs: readonly FakeTab[]; restore: () => void } {
  const tabs: FakeTab[] = [];
  const open = jest.spyOn(window, 'open').mockImplementation(() => {
    if (blocked) return null;
    const addresses: string[] = [];
    const tab = Object.assign(Object.create(null), {
      opener: window,
      closed: false,
      addresses,
      document: document.implementation.createHTMLDocument(''),
      location: { replace: (url: string) => addresses.push(url) },
      close: () => {
        tab.closed = true;
      },
    });
    tabs.push(tab);
    return tab;
  });
  return { tabs, restore: () => open.mockRestore() };
}
