import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchStaffOrders } from '@nemus/data';
import { formatCents, formatDate } from '@nemus/ui';
import { foundLine } from './found-line';
import { paths } from './paths';

/** Orders by buyer or number, for staff that looks after orders. */
const searchOrders: SearchProvider = async ({ supabase }, search) => {
  const everything = { status: null, kind: null, from: null, until: null, page: 1 };
  const { rows } = await fetchStaffOrders(supabase, { search, ...everything });
  return rows.slice(0, MOST_FOUND).map((order): FoundEntry => ({
    id: order.order_id,
    label: foundLine('label', order.title),
    // Day and sum first: a long name is cut.
    detail: foundLine(
      'detail',
      [formatDate(order.created_at), formatCents(order.amount_cents), order.buyer || order.email].join(', '),
    ),
    path: paths.order(order.order_id),
  }));
};
export default searchOrders;
