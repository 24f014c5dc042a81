import { usePorts } from '@nemus/contract/react';
import type { PageAddress } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';
import { ERROR_TITLES, messageOf } from './purchase';
import { openProviderTab, type ProviderTab } from './provider-tab';

/** A page of the provider that was opened, or that the reader has to open because the browser blocked the tab. */
export interface OpenedPage {
  readonly url: string;
  readonly tab: ProviderTab;
  /** The tab was blocked: the reader needs the link. */
  readonly blocked: boolean;
}

/**
 * Opens pages of the payment provider in a new tab: the tab in the click, its address after the server's answer. One
 * click sends one request, however often it is repeated meanwhile. An `ask` without a page, which has informed the
 * user, returns null.
 */
export function useOpenPage(area: keyof typeof ERROR_TITLES) {
  const { notify } = usePorts();
  const { start: open, running: opening } = useSingleRun(
    async (ask: () => Promise<PageAddress | null>): Promise<OpenedPage | null> => {
      const tab = openProviderTab();
      try {
        const address = await ask();
        if (address) return { url: address.url, tab, blocked: !tab.lead(address.url) };
        tab.close();
        return null;
      } catch (error) {
        tab.close();
        notify({ kind: 'error', title: ERROR_TITLES[area], description: messageOf(error) });
        return null;
      }
    },
  );
  return { opening, open };
}
