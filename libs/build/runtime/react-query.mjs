/**
 * The part of the query library that the shell provides: queries and mutations. A shared module is provided whole, and
 * half of the package is endless lists, suspense, streams and hydration.
 */
export {
  keepPreviousData,
  QueryClient,
  QueryClientProvider,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '#react-query';
