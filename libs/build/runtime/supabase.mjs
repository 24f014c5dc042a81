/**
 * What the shell provides of `@supabase/supabase-js`: the client and its errors. The package re-exports every name of
 * the auth client, which would all load before the sign-in.
 */
export {
  createClient,
  FunctionsError,
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
  PostgrestError,
  SupabaseClient,
} from '#supabase';
