/** In PostgREST, a request of these methods is carried out in a transaction that can only read, functions among them. */
export const READ_METHODS: readonly string[] = ['GET', 'HEAD'];
