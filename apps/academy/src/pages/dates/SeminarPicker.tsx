import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PartError, useDataClient } from '@nemus/area';
import { teachingSeminarsQuery, type TeachingSeminar } from '@nemus/data';
import { Button, Row, SearchField, Select, Stack, Text } from '@nemus/ui';

/** The database answers with no more than these. */
const MOST = 50;

const labelOf = ({ title, is_draft }: TeachingSeminar) => (is_draft ? `${title} (Entwurf)` : title);

/** Chooses a seminar with dates: from a list, with a search when there are many. */
export function SeminarPicker({
  value,
  error,
  placeholder = 'Bitte wählen',
  onChange,
}: {
  value: string;
  error?: string | undefined;
  placeholder?: string;
  onChange: (id: string, seminar: TeachingSeminar | undefined) => void;
}) {
  const client = useDataClient();
  const [search, setSearch] = useState('');
  const found = useQuery(teachingSeminarsQuery(client, { search }));
  const chosen = useQuery({ ...teachingSeminarsQuery(client, { id: value }), enabled: value !== '' });
  if (found.isError) return <PartError title="Kurse" error={found.error} onRetry={() => void found.refetch()} />;
  const rows = found.data ?? [];
  const own = chosen.data?.find(({ id }) => id === value);
  const shown = own && rows.every(({ id }) => id !== own.id) ? [own, ...rows] : rows;
  return (
    <Stack gap={1}>
      <Select
        label="Kurs"
        placeholder={placeholder}
        options={shown.map((seminar) => ({ value: seminar.id, label: labelOf(seminar) }))}
        value={value}
        error={error}
        onChange={({ target }) =>
          onChange(
            target.value,
            shown.find(({ id }) => id === target.value),
          )
        }
      />
      {(rows.length >= MOST || search !== '') && (
        <SearchField label="Kurse eingrenzen" placeholder="Wort aus dem Titel" value={search} onChange={setSearch} />
      )}
      {rows.length === 0 && found.isSuccess && (
        <Row>
          <Text variant="small" tone="muted">
            {search === '' ? 'Noch kein Kurs findet an Terminen statt.' : 'Kein Kurs passt zu dieser Suche.'}
          </Text>
          {search !== '' && (
            <Button size="small" variant="quiet" onClick={() => setSearch('')}>
              Suche leeren
            </Button>
          )}
        </Row>
      )}
    </Stack>
  );
}
