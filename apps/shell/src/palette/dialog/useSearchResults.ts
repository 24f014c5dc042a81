import { useEffect, useState } from 'react';
import type { FoundEntry } from '@nemus/contract';
import { leadsInto, type PaletteReader, type RegistryDocument } from '@nemus/registry';
import type { Loader } from '@nemus/loader';
import { SEARCH_AFTER_MS } from '@nemus/start/limits';
import type { AreaOffer } from './useOffers';

/** Shorter words would match half of everything. */
const LEAST_TYPED = 2;

/** State of one search of an area. */
export interface SearchOutcome {
  readonly id: string;
  /** Heading of its results. */
  readonly label: string;
  readonly state: 'asked' | 'failed' | readonly FoundEntry[];
}

/**
 * Queries the areas in parallel with a debounce. Drops answers to earlier queries, and results that lead out of their
 * area.
 */
export function useSearchResults(
  loader: Pick<Loader, 'search'>,
  {
    registry,
    reader,
    offers,
  }: { registry: RegistryDocument | null; reader: PaletteReader; offers: readonly AreaOffer[] },
  typed: string,
): readonly SearchOutcome[] {
  const query = typed.trim();
  const [found, setFound] = useState<{ query: string; outcomes: readonly SearchOutcome[] }>({
    query: '',
    outcomes: [],
  });
  useEffect(() => {
    if (!registry || query.length < LEAST_TYPED) return undefined;
    const rest = new AbortController();
    const searches = offers.flatMap(({ remote, searches: own }) => own.map((search) => ({ remote, ...search })));
    const timer = setTimeout(() => {
      setFound({
        query,
        outcomes: searches.map(({ remote, id, label }) => ({ id: `${remote}/${id}`, label, state: 'asked' })),
      });
      for (const { remote, id, label, expose } of searches) {
        const note = (state: SearchOutcome['state']) => {
          if (rest.signal.aborted) return;
          const outcome = { id: `${remote}/${id}`, label, state };
          setFound((before) => ({
            query,
            outcomes: before.outcomes.map((other) => (other.id === outcome.id ? outcome : other)),
          }));
        };
        loader.search(remote, { expose, query, signal: rest.signal }).then(
          (entries) => note(entries.filter(({ path }) => leadsInto(registry, remote, path, reader))),
          () => note('failed'),
        );
      }
    }, SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      rest.abort();
    };
  }, [loader, registry, reader, offers, query]);
  return found.query === query ? found.outcomes : [];
}
