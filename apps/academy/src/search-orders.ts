import { MOST_FOUND, type FoundEntry, type SearchProvider } from '@nemus/contract';
import { fetchStaffOrders } from '@nemus/data';
import { formatCents, formatDate } from '@nemus/ui';
import { paths } from './paths';

/** Orders by buyer or number, for staff that looks after orders. */
const searchOrders: SearchProvider = async ({ supabase }, search) => {
  const everything = { status: null, kind: null, from: null, until: null, page: 1 };
  const { rows } = await fetchStaffOrders(supabase, { search, ...everything });
  return rows.slice(0, MOST_FOUND).map((order): FoundEntry => ({
    id: order.order_id,
    label: order.title,
    detail: [order.buyer || order.email, formatDate(order.created_at), formatCents(order.amount_cents)].join(', '),
    path: paths.order(order.order_id),
  }));
};
export default searchOrders;
