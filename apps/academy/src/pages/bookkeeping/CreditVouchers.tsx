import { CREDIT_VOUCHERS, setCreditVoucher, type CreditVoucher, type ProductTaxes } from '@nemus/data';
import { Alert, Section, Select } from '@nemus/ui';
import { useTaxChange } from './useTaxChange';

const VOUCHERS: Readonly<Record<CreditVoucher, string>> = {
  single_purpose: 'Einzweck-Gutschein: besteuert beim Verkauf',
  multi_purpose: 'Mehrzweck-Gutschein: besteuert beim Einlösen',
};

/** What credits are for VAT (§ 3 (13) to (15) UStG), and whether that fits the courses. */
export function CreditVouchers({ credits_are: creditsAre, course_taxes: taxes }: ProductTaxes) {
  const save = useTaxChange(setCreditVoucher);
  return (
    <Section title="Credits" description="Was Credits umsatzsteuerlich sind (§ 3 Abs. 13 bis 15 UStG).">
      <Select
        label="Credits sind"
        options={CREDIT_VOUCHERS.map((value) => ({ value, label: VOUCHERS[value] }))}
        value={creditsAre}
        disabled={save.isPending}
        onChange={({ target }) => {
          const chosen = CREDIT_VOUCHERS.find((value) => value === target.value);
          if (chosen) save.mutate(chosen);
        }}
      />
      {creditsAre === 'single_purpose' && taxes > 1 && (
        <Alert tone="warning">
          Die angebotenen Kurse sind verschieden besteuert. Beim Verkauf der Credits steht die Steuer dann noch nicht
          fest; das spricht für einen Mehrzweck-Gutschein. Bitte klären Sie das mit Ihrer Steuerberatung.
        </Alert>
      )}
      {creditsAre === 'multi_purpose' && (
        <Alert>
          Beim Verkauf der Credits fällt keine Umsatzsteuer an. Sie entsteht, wenn ein Kurs mit Credits gebucht wird;
          diese Umsätze meldet Ihre Buchhaltung aus der Liste der Buchungen.
        </Alert>
      )}
    </Section>
  );
}
