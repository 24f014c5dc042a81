import { useEffect, useMemo, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { createSupportId } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import { ErrorCard } from '@nemus/ui';

/**
 * A part of a page that shows one read: skeleton while it loads, error card with retry when it fails, then the content.
 * A part fails alone; the rest of the page stays usable. Loaded data stays on the screen when a later refresh fails.
 */
export function QueryPart<T>({
  query,
  title,
  loading,
  children,
}: {
  query: UseQueryResult<T>;
  /** Name of the part's content, in German, for the error card: "Ihre Kurse". */
  title: string;
  /** Skeleton of the same height as the content, to avoid layout shifts. */
  loading: ReactNode;
  children: (data: T) => ReactNode;
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    return (
      <PartError title={title} error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  }
  return <>{loading}</>;
}

/** Error card of one part, reported once with the support id that the user sees. */
export function PartError({
  title,
  error,
  onRetry,
  retrying = false,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}) {
  const { telemetry } = usePorts();
  // One id per failure: the same error object keeps its id over renders, a new failure gets a new one.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the error is what the id stands for
  const supportId = useMemo(createSupportId, [error]);
  useEffect(() => {
    telemetry.report({
      name: 'part-error',
      message: error instanceof Error ? error.message : String(error),
      data: { part: title, supportId, code: error instanceof DataError ? error.code : null, cause: causeOf(error) },
    });
  }, [telemetry, error, title, supportId]);
  return (
    <ErrorCard
      title={`Laden fehlgeschlagen: ${title}`}
      message={reasonOf(error)}
      supportId={supportId}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
}

/** The backend's own message, which users do not see. */
function causeOf(error: unknown): string | null {
  if (!(error instanceof DataError) || typeof error.cause !== 'object' || error.cause === null) return null;
  return 'message' in error.cause ? String(error.cause.message) : null;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof DataError)) return 'Es ist ein unerwarteter Fehler aufgetreten.';
  if (error.code === 'network') return 'Der Server ist gerade nicht erreichbar. Bitte prüfen Sie Ihre Verbindung.';
  return error.message;
}
