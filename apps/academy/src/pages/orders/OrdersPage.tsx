import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { ORDER_KINDS, ORDER_STATUSES, staffOrdersQuery } from '@nemus/data';
import { Box, ButtonLink, EmptyState, NoResults, SearchField, Select, Stack } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { SpanFields, spanOf } from '../../address/SpanFields';
import { PreviousNext } from '../../address/PreviousNext';
import { useAddressValues } from '../../address/useAddressValues';
import { useTypedSearch } from '../../address/useTypedSearch';
import { paths } from '../../paths';
import { KIND, STATUS } from './order-labels';
import { OrderSums } from './OrderSums';
import { OrderTable } from './OrderTable';

const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: STATUS[value].label }));
const KIND_OPTIONS = ORDER_KINDS.map((value) => ({ value, label: KIND[value] }));
const statusOf = z.enum(ORDER_STATUSES).nullable().catch(null);
const kindOf = z.enum(ORDER_KINDS).nullable().catch(null);

/** Every order of the portal: to find by buyer or number. */
export default function OrdersPage() {
  const client = useDataClient();
  const { params, page, change } = useAddressValues();
  const { search, typed, setTyped } = useTypedSearch({ params, change });
  const status = statusOf.parse(params.get('status'));
  const kind = kindOf.parse(params.get('kind'));
  const span = spanOf(params);
  const filter = { search, status, kind, ...span };
  const query = useQuery(staffOrdersQuery(client, { ...filter, page }));
  const narrowed =
    search !== '' || status !== null || kind !== null || span.from !== null || span.until !== null || page > 1;
  return (
    <AcademyPage
      width="wide"
      title="Bestellungen"
      intro="Käufe finden, ansehen und erstatten."
      actions={
        <>
          <ButtonLink component={Link} to={paths.invoices}>
            Rechnungen
          </ButtonLink>
          <ButtonLink component={Link} to={paths.transfers}>
            Offene Rechnungen
          </ButtonLink>
          <ButtonLink component={Link} to={paths.turnover}>
            Umsatz
          </ButtonLink>
          <ButtonLink component={Link} to={paths.bookkeeping}>
            Buchhaltung
          </ButtonLink>
          <ButtonLink component={Link} to={paths.withdrawals}>
            Widerrufe
          </ButtonLink>
          <ButtonLink component={Link} to={paths.orderTasks}>
            Offene Vorgänge
          </ButtonLink>
        </>
      }
    >
      <Stack gap={2}>
        <Box
          component="search"
          sx={{
            display: 'grid',
            gap: 1.5,
            alignItems: 'end',
            gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr 1fr 1fr' },
          }}
        >
          <SearchField
            label="Bestellungen suchen"
            placeholder="Name, E-Mail, Rechnung oder Nummer"
            value={typed}
            maxLength={200}
            onChange={setTyped}
          />
          <Select
            label="Stand"
            hideLabel
            placeholder="Stand: alle"
            options={STATUS_OPTIONS}
            value={status ?? ''}
            onChange={({ target }) => change({ status: target.value })}
          />
          <Select
            label="Art"
            hideLabel
            placeholder="Art: alle"
            options={KIND_OPTIONS}
            value={kind ?? ''}
            onChange={({ target }) => change({ kind: target.value })}
          />
          <SpanFields params={params} change={change} />
        </Box>
        <OrderSums filter={filter} />
        <QueryPart
          query={query}
          title="Bestellungen"
          loading={<OrderTable caption="Bestellungen" orders={[]} loading />}
        >
          {({ rows, has_more: hasMore }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              <OrderTable
                caption="Bestellungen"
                orders={rows}
                empty={
                  narrowed ? (
                    <NoResults
                      title="Keine Bestellung gefunden"
                      onClear={() => change({ search: '', status: '', kind: '', von: '', bis: '' })}
                    />
                  ) : (
                    <EmptyState icon="purchases" title="Noch keine Bestellungen">
                      Sobald jemand etwas kauft, steht es hier.
                    </EmptyState>
                  )
                }
              />
              <PreviousNext page={page} hasMore={hasMore} onChange={(next) => change({ page: String(next) })} />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}
