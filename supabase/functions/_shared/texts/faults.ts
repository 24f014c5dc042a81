/**
 * Codes of the database that only the calling function reads: nobody has a sentence for them, because no person can do
 * anything about them. Whoever called reads that something unexpected happened; the code is in the function's log.
 */
export const FAULTS = ['amount_mismatch', 'enrollment_not_found', 'invalid_status', 'subscription_missing'] as const;
