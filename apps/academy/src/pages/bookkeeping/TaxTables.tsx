import { useState } from 'react';
import { isFound, setProductTax, type ProductTaxChange, type ProductTaxes } from '@nemus/data';
import {
  FilterChip,
  formatCount,
  formatNumber,
  NoResults,
  Row,
  SearchField,
  Section,
  Select,
  Stack,
  Text,
} from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { useTaxChange } from './useTaxChange';

/** Courses shown at once. */
const MOST_COURSES = 25;
const KINDS = { course: 'Alle Kurse', credits: 'Credits', subscription: 'Abonnements' } as const;

type Treatment = ProductTaxes['treatments'][number];
const words = ({ rate, legal_text: ground }: Pick<Treatment, 'rate' | 'legal_text'>) =>
  ground ?? `${formatNumber(rate)} % Umsatzsteuer`;

/** Whose taxation a row shows. */
interface Product {
  readonly key: string;
  readonly title: string;
  readonly change: Pick<ProductTaxChange, 'kind' | 'courseId'>;
  readonly treatment: string | null;
  /** The default. */
  readonly otherwise: string;
}

function productsOf({ kinds, courses }: ProductTaxes): { kinds: Product[]; courses: Product[] } {
  return {
    kinds: kinds.map(({ kind, treatment, tax }) => ({
      key: kind,
      title: KINDS[kind],
      change: { kind, courseId: null },
      treatment,
      otherwise:
        treatment === null
          ? `Grundeinstellung: ${words({ rate: tax.rate, legal_text: tax.note })}`
          : 'Grundeinstellung des Portals',
    })),
    courses: courses.map(({ course_id: id, title, treatment }) => ({
      key: id,
      title,
      change: { kind: 'course', courseId: id },
      treatment,
      otherwise: 'Wie alle Kurse',
    })),
  };
}

/** Taxes of kinds and single courses. A choice applies from the next invoice on; issued ones stay unchanged. */
export function TaxTables({ taxes }: { taxes: ProductTaxes }) {
  const save = useTaxChange(setProductTax);
  const options = taxes.treatments.map((treatment) => ({ value: treatment.code, label: words(treatment) }));
  const columns: readonly Column<Product>[] = [
    { key: 'title', header: 'Produkt', cell: ({ title }) => title },
    {
      key: 'tax',
      header: 'Besteuerung',
      cell: ({ title, change, treatment, otherwise }) => (
        <Select
          label={`Besteuerung: ${title}`}
          hideLabel
          placeholder={otherwise}
          options={options}
          value={treatment ?? ''}
          disabled={save.isPending}
          onChange={({ target }) => save.mutate({ ...change, treatment: target.value || null })}
        />
      ),
    },
  ];
  const products = productsOf(taxes);
  return (
    <Stack gap={4}>
      <Section title="Besteuerung" description="Gilt ab der nächsten Rechnung; ausgestellte bleiben, wie sie sind.">
        <DataTable caption="Besteuerung nach Art" columns={columns} rows={products.kinds} rowKey={({ key }) => key} />
      </Section>
      <Section title="Einzelne Kurse" description="Was hier gewählt ist, geht der Einstellung für alle Kurse vor.">
        <CourseTaxes columns={columns} courses={products.courses} />
      </Section>
    </Stack>
  );
}

/** The courses, with a search when there are many: each row has a choice of its own, and hundreds of them take seconds. */
function CourseTaxes({ columns, courses }: { columns: readonly Column<Product>[]; courses: readonly Product[] }) {
  const [search, setSearch] = useState('');
  const [isOwn, setOwn] = useState(false);
  const own = courses.filter(({ treatment }) => treatment !== null);
  const found = (isOwn ? own : courses).filter(({ title }) => search.trim() === '' || isFound(title, search));
  const clear = () => {
    setSearch('');
    setOwn(false);
  };
  return (
    <Stack gap={2}>
      {courses.length > MOST_COURSES && (
        <>
          <SearchField label="Kurse suchen" placeholder="Wort aus dem Titel" value={search} onChange={setSearch} />
          <Row>
            <FilterChip selected={isOwn} count={own.length} onToggle={setOwn}>
              Mit eigener Besteuerung
            </FilterChip>
          </Row>
        </>
      )}
      <DataTable
        caption="Besteuerung der Kurse"
        columns={columns}
        rows={found.slice(0, MOST_COURSES)}
        rowKey={({ key }) => key}
        empty={<NoResults title="Kein Kurs gefunden" onClear={clear} />}
      />
      {found.length > MOST_COURSES && (
        <Text variant="small" tone="muted" role="status">
          {`Gezeigt werden ${MOST_COURSES} von ${formatCount(found.length, 'Kurs', 'Kursen')}. Bitte suchen Sie.`}
        </Text>
      )}
    </Stack>
  );
}
