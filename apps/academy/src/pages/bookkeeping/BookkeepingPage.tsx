import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { productTaxesQuery } from '@nemus/data';
import { SkeletonRows, Stack } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { MoneyLinks } from '../../frame/MoneyLinks';
import { CountryTable } from './CountryTable';
import { CreditVouchers } from './CreditVouchers';
import { DatevSettings } from './DatevSettings';
import { ExportCard } from './ExportCard';
import { TaxTables } from './TaxTables';

/** Taxes of products, and the export of invoices for bookkeeping. */
export default function BookkeepingPage() {
  const client = useDataClient();
  const query = useQuery(productTaxesQuery(client));
  return (
    <AcademyPage
      width="wide"
      title="Buchhaltung"
      intro="Rechnungen für die Steuerberatung und DATEV ausgeben und festlegen, wie Produkte besteuert werden."
      above={<MoneyLinks to={['orders', 'invoices', 'turnover']} />}
    >
      <Stack gap={4}>
        <ExportCard />
        <DatevSettings />
        <QueryPart query={query} title="Steuersätze" loading={<SkeletonRows count={6} />}>
          {(taxes) => (
            <Stack gap={4}>
              <CountryTable countries={taxes.countries} />
              <CreditVouchers {...taxes} />
              <TaxTables taxes={taxes} />
            </Stack>
          )}
        </QueryPart>
      </Stack>
    </AcademyPage>
  );
}
