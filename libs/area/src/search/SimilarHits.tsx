import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { similarCoursesQuery } from '@nemus/data';
import { Section, Text } from '@nemus/ui';
import { useDataClient } from '../reads/data-client';

const NO_IDS: readonly string[] = [];

/** A search in the list of e-learning courses, and how to find one by its id. */
interface SimilarSearch<T> {
  /** The debounced input. */
  readonly search: string;
  /** Undefined for a course that is already an exact result, or excluded by another filter. */
  readonly find: (id: string) => T | undefined;
}

/**
 * E-learning courses with a spelling similar to the search, for typing mistakes and plurals; the database compares. Empty while
 * unknown or unavailable: exact results do not need it.
 */
export function useSimilarHits<T>({ search, find }: SimilarSearch<T>): readonly T[] {
  const { data: ids = NO_IDS } = useQuery(similarCoursesQuery(useDataClient(), search));
  return ids.flatMap((id) => find(id) ?? []);
}

/** The similar results below the exact ones, with an explanation; nothing without any. */
export function SimilarHits({
  search,
  hasExact,
  count,
  children,
}: {
  search: string;
  /** There are exact results above. */
  hasExact: boolean;
  count: number;
  /** Their list. */
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <Section title="Ähnliche Treffer">
      <Text variant="small" tone="muted" role="status">
        {hasExact
          ? `Diese Kurse enthalten nicht genau „${search.trim()}“, aber etwas ähnlich Geschriebenes.`
          : `Kein Kurs enthält genau „${search.trim()}“. Diese Kurse enthalten etwas ähnlich Geschriebenes.`}
      </Text>
      {children}
    </Section>
  );
}
