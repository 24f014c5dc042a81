import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchStaffWithdrawals } from '@nemus/data';
import { formatDate } from '@nemus/ui';
import { foundLine } from './found-line';
import { paths } from './paths';

/** Declared withdrawals by reference, person or contract, for staff that looks after orders. */
const searchWithdrawals: SearchProvider = async ({ supabase }, search) => {
  const { rows } = await fetchStaffWithdrawals(supabase, { search, open: false, page: 1 });
  return rows.slice(0, MOST_FOUND).map((withdrawal): FoundEntry => ({
    id: withdrawal.withdrawal_id,
    label: foundLine('label', `${withdrawal.reference}: ${withdrawal.name}`),
    detail: [
      formatDate(withdrawal.received_at),
      withdrawal.handled_at !== null || withdrawal.due_on === null
        ? 'erledigt'
        : `erstatten bis ${formatDate(withdrawal.due_on)}`,
    ].join(', '),
    path: `${paths.withdrawals}?search=${encodeURIComponent(withdrawal.reference)}`,
  }));
};
export default searchWithdrawals;
