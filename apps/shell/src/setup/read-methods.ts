/** PostgREST runs requests of these methods in a read-only transaction, functions included. */
export const READ_METHODS: readonly string[] = ['GET', 'HEAD'];
