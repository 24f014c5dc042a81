import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PageSkeleton, QueryPart, useDataClient } from '@nemus/area';
import { traineeQuery, type Trainee } from '@nemus/data';
import { ButtonLink, EmptyState, Page } from '@nemus/ui';
import { Link, useParams } from 'react-router-dom';
import { useListSearch } from '../../address/list-state';
import { paths } from '../../paths';

/** Loads the trainee of the address, or shows that there is none. */
export function TraineePart({ children }: { children: (trainee: Trainee) => ReactNode }) {
  const { traineeId = '' } = useParams();
  const query = useQuery(traineeQuery(useDataClient(), traineeId));
  if (query.isPending) return <PageSkeleton />;
  if (query.isSuccess && query.data !== null) return <>{children(query.data)}</>;
  return (
    <Page title={query.isError ? 'PiW' : 'PiW nicht gefunden'}>
      <QueryPart query={query} title="Angaben der PiW" loading={null}>
        {() => <NotFound />}
      </QueryPart>
    </Page>
  );
}

function NotFound() {
  const search = useListSearch();
  return (
    <EmptyState
      icon="trainees"
      title="Diese Person gibt es nicht"
      action={
        <ButtonLink component={Link} to={paths.trainees + search} icon="arrow-left">
          Zur PiW Verwaltung
        </ButtonLink>
      }
    >
      Der Link ist veraltet, oder die Person gehört zu einer anderen Weiterbildungsstätte.
    </EmptyState>
  );
}
