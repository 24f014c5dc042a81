/**
 * Codes of the database that only the calling function reads. They have no sentence, because users cannot act on them.
 * Users read that something unexpected happened; the code is in the function's log.
 */
export const FAULTS = ['amount_mismatch', 'enrollment_not_found', 'invalid_status', 'subscription_missing'] as const;
