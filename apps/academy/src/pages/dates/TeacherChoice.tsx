import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { isFound, teachersQuery } from '@nemus/data';
import { Alert, Checkbox, Link as TextLink, SearchField, SkeletonRows, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { datePaths } from './date-paths';

/** From so many on, teachers are searched. */
const MANY = 10;

/** Teachers: all active ones, and those of the date. */
export function TeacherChoice({
  value,
  error,
  onChange,
}: {
  value: readonly string[];
  error?: string | undefined;
  onChange: (ids: readonly string[]) => void;
}) {
  const query = useQuery(teachersQuery(useDataClient()));
  const [search, setSearch] = useState('');
  return (
    <Stack as="fieldset" gap={0.5} sx={{ border: 0, margin: 0, padding: 0 }}>
      <Text as="legend" variant="label" sx={{ padding: 0 }}>
        Lehrende{' '}
        <Text as="span" variant="small" tone="muted">
          (optional)
        </Text>
      </Text>
      {error !== undefined && <Alert tone="error">{error}</Alert>}
      <QueryPart query={query} title="Lehrende" loading={<SkeletonRows count={3} />}>
        {(teachers) => {
          const all = teachers.filter(({ id, is_active }) => is_active || value.includes(id));
          // Who is chosen stays in sight.
          const shown = all.filter(
            ({ id, name }) => value.includes(id) || search.trim() === '' || isFound(name, search),
          );
          if (all.length === 0)
            return (
              <Text variant="small" tone="muted">
                Noch niemand ist eingetragen:{' '}
                <TextLink component={Link} to={datePaths.teachers}>
                  Lehrende eintragen
                </TextLink>
              </Text>
            );
          return (
            <>
              {all.length >= MANY && (
                <SearchField label="Lehrende suchen" placeholder="Name" value={search} onChange={setSearch} />
              )}
              <Stack
                as="ul"
                role="list"
                gap={0}
                sx={{ listStyle: 'none', padding: 0, maxHeight: '18rem', overflowY: 'auto' }}
              >
                {shown.map(({ id, name, is_active }) => (
                  <li key={id}>
                    <Checkbox
                      label={is_active ? name : `${name} (inaktiv)`}
                      checked={value.includes(id)}
                      onChange={({ target }) =>
                        onChange(target.checked ? [...value, id] : value.filter((other) => other !== id))
                      }
                    />
                  </li>
                ))}
              </Stack>
              {shown.length === 0 && (
                <Text variant="small" tone="muted" role="status">
                  Niemand gefunden.
                </Text>
              )}
            </>
          );
        }}
      </QueryPart>
    </Stack>
  );
}
