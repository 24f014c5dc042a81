import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { SEMINARS_PER_PAGE, seminarQuery, seminarsQuery } from '@nemus/data';
import { SearchField, Select } from '@nemus/ui';

const labelOf = ({ title, state }: { title: string; state: string }) =>
  state === 'draft' ? `${title} (Entwurf)` : title;

/** Chooses the seminar of an e-learning course, including drafts: from a list, with a search when there are many. */
export function SeminarChoice({
  value,
  error,
  onChange,
}: {
  value: string | null;
  error: string | undefined;
  onChange: (id: string | null) => void;
}) {
  const client = useDataClient();
  const [search, setSearch] = useState('');
  const found = useQuery(seminarsQuery(client, { search, state: null, page: 1 }));
  const chosen = useQuery({ ...seminarQuery(client, value ?? ''), enabled: value !== null });
  const rows = found.data?.courses.filter(({ state }) => state !== 'retired') ?? [];
  const own = value === null ? undefined : chosen.data?.course;
  const shown = own && rows.every(({ id }) => id !== own.id) ? [own, ...rows] : rows;
  return (
    <>
      <Select
        label="Gehört zum Seminar"
        optional
        placeholder="Zu keinem"
        options={shown.map((seminar) => ({ value: seminar.id, label: labelOf(seminar) }))}
        value={value ?? ''}
        error={error}
        hint={
          found.isError
            ? 'Die Seminare konnten nicht geladen werden.'
            : 'Wer für das Seminar angemeldet ist, schließt es mit diesem Kurs ab.'
        }
        onChange={({ target }) => onChange(target.value || null)}
      />
      {((found.data?.courses.length ?? 0) >= SEMINARS_PER_PAGE || search !== '') && (
        <SearchField label="Seminare eingrenzen" placeholder="Wort aus dem Titel" value={search} onChange={setSearch} />
      )}
    </>
  );
}
