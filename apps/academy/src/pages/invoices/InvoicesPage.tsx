import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { staffInvoicesQuery } from '@nemus/data';
import { Box, EmptyState, NoResults, SearchField, Stack } from '@nemus/ui';
import { PreviousNext } from '../../address/PreviousNext';
import { SpanFields, spanOf } from '../../address/SpanFields';
import { useAddressValues } from '../../address/useAddressValues';
import { useTypedSearch } from '../../address/useTypedSearch';
import { AcademyPage } from '../../frame/AcademyPage';
import { MoneyLinks } from '../../frame/MoneyLinks';
import { StaffInvoiceTable } from '../../invoices/StaffInvoiceTable';

/** Every document of the portal: to find, to open and to send again. */
export default function InvoicesPage() {
  const client = useDataClient();
  const { params, page, change } = useAddressValues();
  const { search, typed, setTyped } = useTypedSearch({ params, change });
  const span = spanOf(params);
  const query = useQuery(staffInvoicesQuery(client, { search, ...span, page }));
  const narrowed = search !== '' || span.from !== null || span.until !== null || page > 1;
  return (
    <AcademyPage
      width="wide"
      title="Rechnungen"
      intro="Rechnungen, Rechnungskorrekturen und Stornos finden, öffnen und noch einmal senden."
      above={<MoneyLinks to={['orders', 'bookkeeping']} />}
    >
      <Stack gap={2}>
        <Box
          component="search"
          sx={{ display: 'grid', gap: 1.5, alignItems: 'end', gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' } }}
        >
          <SearchField
            label="Rechnungen suchen"
            placeholder="Nummer, Name, E-Mail oder Bestellnummer"
            value={typed}
            maxLength={200}
            onChange={setTyped}
          />
          <SpanFields params={params} change={change} />
        </Box>
        <QueryPart
          query={query}
          title="Rechnungen"
          loading={<StaffInvoiceTable caption="Rechnungen" invoices={[]} loading />}
        >
          {({ rows, has_more: hasMore }) => (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              <StaffInvoiceTable
                caption="Rechnungen"
                invoices={rows}
                empty={
                  narrowed ? (
                    <NoResults
                      title="Keine Rechnung gefunden"
                      onClear={() => change({ search: '', von: '', bis: '' })}
                    />
                  ) : (
                    <EmptyState icon="purchases" title="Noch keine Rechnungen">
                      Mit dem ersten bezahlten Kauf entsteht die erste Rechnung.
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
