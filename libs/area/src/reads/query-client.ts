import { QueryClient } from '@tanstack/react-query';
import { DataError } from '@nemus/data';
import type { PortalEventName } from '@nemus/contract';
import { refetchOutdatedReads } from './refetch-outdated';

/** Number of retries before the user sees an error card. */
const READ_RETRIES = 2;

/**
 * Only temporary failures are retried: no answer, or a server error. After a timeout the user decides on another wait.
 */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof DataError &&
    !['malformed', 'timeout'].includes(error.code) &&
    (error.status === 0 || error.status >= 500)
  );
}

/** The query cache of one area. Mutations are never retried automatically: they may move money. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, error) => failures < READ_RETRIES && isPassing(error),
        retryDelay: (attempt) => Math.min(400 * 2 ** attempt, 4_000),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  refetchOutdatedReads(client);
  return client;
}

/** Which cached reads an event makes stale, by the first part of their query key. An area may have none of them. */
export const STALE_AFTER: Readonly<Record<PortalEventName, readonly string[]>> = {
  'enrollments-changed': ['enrollments', 'courses', 'learning', 'bookings', 'transactions', 'open-purchases'],
  'credits-changed': ['credit-balance', 'transactions'],
  'bookings-changed': ['bookings', 'transactions', 'open-purchases'],
  'subscription-changed': ['subscription', 'transactions', 'open-purchases'],
  'profile-changed': ['profile'],
  'logbook-changed': ['logbook', 'learning'],
};
