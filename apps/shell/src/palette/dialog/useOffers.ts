import { useEffect, useState } from 'react';
import { isForAccount, offeredTo, type PaletteReader, type RegistryDocument } from '@nemus/registry';
import type { Loader, Offer } from '@nemus/loader';

/** What an area offers to this account. */
export interface AreaOffer extends Offer {
  readonly remote: string;
  readonly title: string;
}

/**
 * What the areas offer to the account beside their menus: asked for when the palette opens, each by itself. An area
 * whose answer does not come offers nothing, and the others are there.
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
    // In the order of the registry, whoever answers first: entries do not jump when another area comes late.
    const order = registry.remotes.map(({ name }) => name);
    for (const { name, title, enabled, routes } of registry.remotes) {
      // An area that has no page for this account is not asked at all.
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
        // The menu's entries are there without it; the next opening asks again.
        () => undefined,
      );
    }
    return () => {
      isOpen = false;
    };
  }, [loader, registry, role, rights]);
  return offers;
}
