import { Button, Menu } from '@nemus/ui';
import { COLUMN_KEYS, type ColumnKey } from '../../trainees/trainee-address';

const LABELS: Readonly<Record<ColumnKey, string>> = {
  status: 'Status',
  access: 'Portalzugang',
  registered: 'Registriert am',
  hours: 'Stunden',
  competencies: 'Kompetenzen',
  phone: 'Telefon',
};

/** Which columns the list shows. */
export function ColumnMenu({
  columns,
  onChange,
}: {
  columns: readonly ColumnKey[];
  onChange: (columns: readonly ColumnKey[]) => void;
}) {
  return (
    <Menu
      label="Spalten"
      items={COLUMN_KEYS.map((key) => {
        const shown = columns.includes(key);
        return {
          label: shown ? `${LABELS[key]} ausblenden` : `${LABELS[key]} einblenden`,
          icon: shown ? ('eye-off' as const) : ('eye' as const),
          onSelect: () => onChange(COLUMN_KEYS.filter((other) => (other === key ? !shown : columns.includes(other)))),
        };
      })}
      trigger={(props) => (
        <Button {...props} size="small" iconEnd="chevron-down">
          Spalten
        </Button>
      )}
    />
  );
}
