import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { similarCoursesQuery, type CourseList } from '@nemus/data';
import { Section, Text } from '@nemus/ui';
import { useDataClient } from '../reads/data-client';

const NOBODY: readonly string[] = [];

/** What can be searched: a list of courses, and how it finds one by its id. */
interface SimilarSearch<T> {
  readonly list: CourseList;
  /** As it is when typing rests. */
  readonly search: string;
  /** What is listed as an exact hit already, or is left out by another filter, answers undefined. */
  readonly find: (id: string) => T | undefined;
}

/**
 * What is written nearly as a search, for typing mistakes and plurals; the database compares. Empty while that is not
 * known, also when it cannot be: exact hits do not need it.
 */
export function useSimilarHits<T>({ list, search, find }: SimilarSearch<T>): readonly T[] {
  const { data: ids = NOBODY } = useQuery(similarCoursesQuery(useDataClient(), list, search));
  return ids.flatMap((id) => find(id) ?? []);
}

/** The similar hits below the exact ones, with a line that says what they are; nothing when there are none. */
export function SimilarHits({
  search,
  hasExact,
  count,
  children,
}: {
  search: string;
  /** There are exact hits above. */
  hasExact: boolean;
  count: number;
  /** The list of them. */
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
