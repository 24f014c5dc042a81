import { useEffect, useState } from 'react';
import { isForAccount, offeredTo, type PaletteReader, type RegistryDocument } from '@nemus/registry';
import type { Loader, Offer } from '@nemus/loader';

/** What an area offers to this account. */
export interface AreaOffer extends Offer {
  readonly remote: string;
  readonly title: string;
}

/**
 * What the areas offer to the account beyond their menus: requested in parallel when the palette opens. An area without
 * an answer offers nothing.
 */
export function useOffers(
  loader: Pick<Loader, 'readOffer'>,
  registry: RegistryDocument | null,
  reader: PaletteReader,
): readonly AreaOffer[] {
  const [offers, setOffers] = useState<readonly AreaOffer[]>([]);
  const { role, rights } = reader;
  useEffect(() => {
    if (!registry || role === null) return undefined;
    let isOpen = true;
    // In the order of the registry, not of the answers: entries do not jump when a late area answers.
    const order = registry.remotes.map(({ name }) => name);
    for (const { name, title, enabled, routes } of registry.remotes) {
      // An area without a page for this account gets no request.
      if (!enabled || !routes.some((route) => isForAccount(route, role, rights))) continue;
      loader.readOffer(name).then(
        (offer) => {
          if (!isOpen) return;
          const own = { remote: name, title, ...offeredTo(registry, name, offer, { role, rights }) };
          setOffers((others) =>
            [...others.filter(({ remote }) => remote !== name), own].toSorted(
              (a, b) => order.indexOf(a.remote) - order.indexOf(b.remote),
            ),
          );
        },
        // The menu's entries do not depend on it; the next opening tries again.
        () => undefined,
      );
    }
    return () => {
      isOpen = false;
    };
  }, [loader, registry, role, rights]);
  return offers;
}
