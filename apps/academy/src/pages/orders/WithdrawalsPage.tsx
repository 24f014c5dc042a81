import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { staffWithdrawalsQuery, type StaffWithdrawal } from '@nemus/data';
import { Box, EmptyState, FilterChip, Link as TextLink, NoResults, Row, SearchField, Skeleton, Stack } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { PreviousNext } from '../../address/PreviousNext';
import { useAddressValues } from '../../address/useAddressValues';
import { useTypedSearch } from '../../address/useTypedSearch';
import { AcademyPage } from '../../frame/AcademyPage';
import { paths } from '../../paths';
import { HandleWithdrawalDialog, WithdrawalCard } from './WithdrawalCard';

/** Every declared withdrawal, open and handled, so that declarations can be found again. */
export default function WithdrawalsPage() {
  const client = useDataClient();
  const { params, page, change } = useAddressValues();
  const open = params.get('stand') === 'offen';
  const { search, typed, setTyped } = useTypedSearch({ params, change });
  const query = useQuery(staffWithdrawalsQuery(client, { search, open, page }));
  const [handling, setHandling] = useState<StaffWithdrawal | null>(null);
  return (
    <AcademyPage
      width="wide"
      title="Widerrufe"
      intro="Alle erklärten Widerrufe, offene und erledigte, die neuesten zuerst."
      above={
        <Row gap={2}>
          <TextLink component={Link} to={paths.orders}>
            Alle Bestellungen
          </TextLink>
          <TextLink component={Link} to={paths.orderTasks}>
            Offene Vorgänge
          </TextLink>
        </Row>
      }
    >
      <Box component="search">
        <SearchField
          label="Widerrufe suchen"
          placeholder="Name, E-Mail, Vertrag oder Nummer"
          value={typed}
          maxLength={200}
          onChange={setTyped}
        />
      </Box>
      <Row role="group" aria-label="Nach Stand filtern">
        <FilterChip selected={open} onToggle={(selected) => change({ stand: selected ? 'offen' : '' })}>
          Nur offene
        </FilterChip>
      </Row>
      <QueryPart query={query} title="Widerrufe" loading={<Skeleton height={320} />}>
        {({ rows, has_more: hasMore }) =>
          rows.length === 0 && page > 1 ? (
            <NoResults
              title="So viele Widerrufe gibt es nicht"
              onClear={() => change({ page: '' })}
              clearLabel="Zum neuesten"
            >
              Die Liste endet vor dieser Seite.
            </NoResults>
          ) : rows.length === 0 && search !== '' ? (
            <NoResults title="Kein Widerruf gefunden" onClear={() => change({ search: '' })} />
          ) : rows.length === 0 ? (
            <EmptyState icon="check" title={open ? 'Kein offener Widerruf' : 'Noch kein Widerruf'}>
              Sobald jemand einen Vertrag widerruft, steht es hier.
            </EmptyState>
          ) : (
            <Stack gap={2} aria-busy={query.isPlaceholderData || undefined}>
              {rows.map((withdrawal) => (
                <WithdrawalCard
                  key={withdrawal.withdrawal_id}
                  withdrawal={withdrawal}
                  level={2}
                  onHandle={() => setHandling(withdrawal)}
                />
              ))}
              <PreviousNext page={page} hasMore={hasMore} onChange={(next) => change({ page: String(next) })} />
            </Stack>
          )
        }
      </QueryPart>
      {handling && <HandleWithdrawalDialog withdrawal={handling} onClose={() => setHandling(null)} />}
    </AcademyPage>
  );
}
