import { Box, DateField, isDay, SearchField, Select } from '@nemus/ui';
import { useCallback } from 'react';
import { useTypedValue } from '../search/useTypedValue';
import type { LogAddress } from './useLogAddress';

export interface LogChoice {
  readonly value: string;
  readonly label: string;
}

/** Search for names, and filters by actor, subject and days. */
export function LogFilters({
  address: { selection, from, until, filter },
  actors,
  subjects,
}: {
  address: LogAddress;
  actors: readonly LogChoice[];
  subjects: readonly LogChoice[];
}) {
  const [search, setSearch] = useTypedValue(
    selection.search ?? '',
    useCallback((typed: string) => filter('search', typed), [filter]),
  );
  /** While a day is being typed, the filter stays. */
  const choose = (name: 'from' | 'until', day: string) => {
    if (day === '' || isDay(day)) filter(name, day);
  };
  return (
    <Box
      component="search"
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr 1fr' } }}
    >
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SearchField label="Protokoll durchsuchen" placeholder="Name oder Kurs" value={search} onChange={setSearch} />
      </Box>
      <Select
        label="Wer"
        placeholder="Alle"
        options={actors}
        value={selection.actor ?? ''}
        onChange={({ target }) => filter('actor', target.value)}
      />
      <Select
        label="Woran"
        placeholder="Alles"
        options={subjects}
        value={selection.subject ?? ''}
        onChange={({ target }) => filter('subject', target.value)}
      />
      <DateField label="Von" value={from ?? ''} onChange={({ target }) => choose('from', target.value)} />
      <DateField label="Bis" value={until ?? ''} onChange={({ target }) => choose('until', target.value)} />
    </Box>
  );
}
