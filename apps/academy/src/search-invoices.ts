import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchStaffInvoices } from '@nemus/data';
import { formatCents, formatDate } from '@nemus/ui';
import { foundLine } from './found-line';
import { paths } from './paths';

/** Documents by number or buyer, for staff that looks after orders. */
const searchInvoices: SearchProvider = async ({ supabase }, search) => {
  const { rows } = await fetchStaffInvoices(supabase, { search, from: null, until: null, page: 1 });
  return rows.slice(0, MOST_FOUND).map((invoice): FoundEntry => ({
    id: invoice.id,
    label: invoice.number,
    detail: foundLine(
      'detail',
      [formatDate(invoice.issued_on), formatCents(invoice.gross_cents), invoice.buyer].join(', '),
    ),
    path: `${paths.invoices}?search=${encodeURIComponent(invoice.number)}`,
  }));
};
export default searchInvoices;
