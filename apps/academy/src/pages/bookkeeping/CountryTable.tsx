import { useState } from 'react';
import { countryName, COUNTRY_RULES, setCountryTax, type CountryRule, type ProductTaxes } from '@nemus/data';
import { Button, Row, Section, Select } from '@nemus/ui';
import { DataTable, type Column } from '@nemus/ui/data';
import { useTaxChange } from './useTaxChange';

const RULES: Readonly<Record<CountryRule, string>> = {
  as_product: 'Wie das Produkt',
  reverse_charge: 'Reverse Charge',
  outside_scope: 'In Deutschland nicht steuerbar',
  refused: 'Kein Verkauf',
};
/** The EU and its neighbours; other countries are not sold to. */
const COUNTRIES = 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
const CONSUMERS = COUNTRY_RULES.filter((rule) => rule !== 'reverse_charge');

/** To which countries the portal sells, to whom, and how it is taxed there. A change counts from the next order on. */
export function CountryTable({ countries }: Pick<ProductTaxes, 'countries'>) {
  const save = useTaxChange(setCountryTax);
  const [added, setAdded] = useState('');
  const listed = [...new Set(countries.map(({ country }) => country))];
  const rule = (header: string, isBusiness: boolean): Column<string> => ({
    key: header,
    header,
    cell: (country) => (
      <Select
        label={`${header} in ${countryName(country)}`}
        hideLabel
        options={(country === 'DE' ? (['as_product', 'refused'] as const) : isBusiness ? COUNTRY_RULES : CONSUMERS).map(
          (value) => ({ value, label: RULES[value] }),
        )}
        placeholder={RULES.refused}
        value={countries.find((row) => row.country === country && row.is_business === isBusiness)?.rule ?? ''}
        disabled={save.isPending}
        onChange={({ target }) =>
          save.mutate({ country, isBusiness, rule: COUNTRY_RULES.find((value) => value === target.value) ?? null })
        }
      />
    ),
  });
  const columns: readonly Column<string>[] = [
    { key: 'country', header: 'Land', cell: countryName },
    rule('Privat und ohne gültige USt-IdNr.', false),
    rule('Unternehmen mit USt-IdNr.', true),
  ];
  return (
    <Section
      title="Länder"
      description="Wohin das Portal verkauft. In andere Länder wird nicht verkauft; geht trotzdem Geld ein, wird es erstattet."
    >
      <DataTable caption="Besteuerung nach Ländern" columns={columns} rows={listed} rowKey={(country) => country} />
      <Row align="end">
        <Select
          label="Land hinzufügen"
          placeholder="Bitte wählen"
          options={COUNTRIES.filter((code) => !listed.includes(code)).map((value) => ({
            value,
            label: countryName(value),
          }))}
          value={added}
          onChange={({ target }) => setAdded(target.value)}
        />
        <Button
          icon="add"
          disabled={added === ''}
          loading={save.isPending}
          onClick={() =>
            save.mutate({ country: added, isBusiness: false, rule: 'refused' }, { onSuccess: () => setAdded('') })
          }
        >
          Hinzufügen
        </Button>
      </Row>
    </Section>
  );
}
