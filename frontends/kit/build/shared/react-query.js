// What the front ends use of the package: see react-router.js.
export {
  QueryClient,
  QueryClientProvider,
  QueryObserver,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from 'whole/@tanstack/react-query';
