/**
 * The query library as the shell provides it: reads and changes of one page. A shared module is provided whole, and
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
