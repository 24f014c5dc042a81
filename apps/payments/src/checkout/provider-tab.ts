/** A tab for a page of the payment provider, opened before the address of that page is known. */
export interface ProviderTab {
  /** Opens the page in the tab. False: there is no tab, because the browser blocked it or the user closed it. */
  lead(url: string): boolean;
  /** Closes the tab: there is no page to show. */
  close(): void;
  /**
   * The tab is closed or out of reach. The portal's opener policy puts it out of reach once it came back to the portal,
   * in WebKit as soon as it shows another site.
   */
  isGone(): boolean;
}

/**
 * Opens the tab. Must be called in the click itself: browsers block tabs opened after a wait (S-4.11). The provider's
 * page gets no `opener`.
 */
export function openProviderTab(): ProviderTab {
  const tab = window.open('', '_blank');
  if (tab) introduce(tab);
  const isGone = () => tab === null || tab.closed;
  return {
    lead(url) {
      if (tab === null || tab.closed) return false;
      tab.location.replace(url);
      return true;
    },
    close: () => tab?.close(),
    isGone,
  };
}

/** Text of the tab until the provider's page loads. */
function introduce(tab: Window) {
  tab.opener = null;
  tab.document.documentElement.lang = 'de';
  tab.document.title = 'Nemus';
  tab.document.body.textContent = 'Die Seite des Zahlungsanbieters wird geöffnet …';
}
