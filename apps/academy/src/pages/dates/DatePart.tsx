import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { TeachingDateDetails } from '@nemus/data';
import { ButtonLink, EmptyState, SkeletonCard } from '@nemus/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { datePaths } from './date-paths';

/** A page's content for the date in its address, or a not-found message. */
export function DatePart({
  query,
  children,
}: {
  query: UseQueryResult<TeachingDateDetails | null>;
  children: (date: TeachingDateDetails) => ReactNode;
}) {
  return (
    <QueryPart query={query} title="Der Termin" loading={<SkeletonCard lines={6} />}>
      {(date) =>
        date === null ? (
          <EmptyState
            icon="appointments"
            title="Diesen Termin gibt es nicht"
            action={
              <ButtonLink component={Link} to={datePaths.list}>
                Zu allen Terminen
              </ButtonLink>
            }
          >
            Vielleicht wurde er gelöscht, oder die Adresse ist nicht vollständig.
          </EmptyState>
        ) : (
          children(date)
        )
      }
    </QueryPart>
  );
}
