import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { productTaxesQuery } from '@nemus/data';
import { Link as TextLink, Row, SkeletonRows, Stack } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';
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
      above={
        <Row gap={2}>
          <TextLink component={Link} to={paths.orders}>
            Alle Bestellungen
          </TextLink>
          <TextLink component={Link} to={paths.invoices}>
            Alle Rechnungen
          </TextLink>
          <TextLink component={Link} to={paths.turnover}>
            Umsatz
          </TextLink>
        </Row>
      }
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
