/**
 * What the shell provides of `@supabase/supabase-js`: the client and its errors. The package repeats every name of the
 * auth client, which then would all be loaded before anybody can sign in.
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
