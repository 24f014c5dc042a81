import { useState } from 'react';
import { isFound, setProductTax, type ProductTaxChange, type ProductTaxes } from '@nemus/data';
import { Checkbox, formatNumber, NoResults, Pagination, SearchField, Section, Select, Stack } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { useTaxChange } from './useTaxChange';

const KINDS = { course: 'Alle Kurse', credits: 'Credits', subscription: 'Abonnements' } as const;

/** Courses of a page. */
const PAGE_SIZE = 25;

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
        <CourseTaxes courses={products.courses} columns={columns} />
      </Section>
    </Stack>
  );
}

/** Courses page by page: hundreds of choices at once would take seconds to draw. */
function CourseTaxes({ courses, columns }: { courses: readonly Product[]; columns: readonly Column<Product>[] }) {
  const [shown, setShown] = useState({ search: '', isOwn: false, page: 1 });
  const change = (changed: Partial<typeof shown>) => setShown((current) => ({ ...current, page: 1, ...changed }));
  const found = courses.filter(
    ({ title, treatment }) => (!shown.isOwn || treatment !== null) && isFound(title, shown.search),
  );
  // A course that loses its own choice may leave the last page empty.
  const page = Math.min(shown.page, Math.max(1, Math.ceil(found.length / PAGE_SIZE)));
  return (
    <Stack gap={2}>
      {courses.length > PAGE_SIZE && (
        <>
          <SearchField
            label="Kurse eingrenzen"
            placeholder="Wort aus dem Titel"
            value={shown.search}
            onChange={(search) => change({ search })}
          />
          <Checkbox
            label="Nur Kurse mit eigener Besteuerung"
            checked={shown.isOwn}
            onChange={({ target }) => change({ isOwn: target.checked })}
          />
        </>
      )}
      {found.length === 0 && courses.length > 0 ? (
        <NoResults title="Keine Kurse gefunden" onClear={() => change({ search: '', isOwn: false })} />
      ) : (
        <DataTable
          caption="Besteuerung der Kurse"
          columns={columns}
          rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          rowKey={({ key }) => key}
        />
      )}
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={found.length}
        onChange={(next) => change({ page: next })}
        label="Seiten der Kurse"
      />
    </Stack>
  );
}
