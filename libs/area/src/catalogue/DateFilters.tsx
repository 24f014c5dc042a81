import { useMemo } from 'react';
import { germanOrder } from '@nemus/contract';
import { Box, FilterChip, formatEuro, formatMonth, Row, Select, Stack } from '@nemus/ui';
import type { DateFilter } from './date-filter';

const PRICES = [150, 250, 350].map((euros) => ({ value: String(euros), label: `Bis ${formatEuro(euros)}` }));

/** Chooses when, where, for how much, online and with free places, from the months and houses of the open dates. */
export function DateFilters({
  months: openMonths,
  houses: openHouses,
  filter,
  onChange,
}: {
  /** `yyyy-MM`. */
  months: readonly string[];
  houses: readonly string[];
  filter: DateFilter;
  onChange: (change: Partial<DateFilter>) => void;
}) {
  const months = useMemo(
    () => openMonths.toSorted().map((month) => ({ value: month, label: formatMonth(`${month}-01`) })),
    [openMonths],
  );
  const houses = useMemo(
    () => openHouses.toSorted(germanOrder).map((house) => ({ value: house, label: house })),
    [openHouses],
  );
  return (
    <Stack gap={1.5}>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr 1fr', lg: '1fr 1fr 1fr' } }}>
        <Select
          label="Monat"
          hideLabel
          placeholder="Jederzeit"
          options={known(months, filter.month, (month) => formatMonth(`${month}-01`))}
          value={filter.month ?? ''}
          onChange={({ target }) => onChange({ month: target.value || null })}
        />
        <Select
          label="Ort"
          hideLabel
          placeholder="Alle Orte"
          options={known(houses, filter.house, (house) => house)}
          value={filter.house ?? ''}
          onChange={({ target }) => onChange({ house: target.value || null })}
        />
        <Select
          label="Preis"
          hideLabel
          placeholder="Alle Preise"
          options={known(
            PRICES,
            filter.most === null ? null : String(filter.most),
            (euros) => `Bis ${formatEuro(Number(euros))}`,
          )}
          value={filter.most === null ? '' : String(filter.most)}
          onChange={({ target }) => onChange({ most: target.value === '' ? null : Number(target.value) })}
        />
      </Box>
      <Row role="group" aria-label="Termine">
        <FilterChip selected={filter.online} onToggle={(online) => onChange({ online })}>
          Online
        </FilterChip>
        <FilterChip selected={filter.free} onToggle={(free) => onChange({ free })}>
          Freie Plätze
        </FilterChip>
      </Row>
    </Stack>
  );
}

/** The options with the chosen value, which an address may name although no date has it any more. */
function known(
  options: readonly { readonly value: string; readonly label: string }[],
  chosen: string | null,
  labelOf: (value: string) => string,
) {
  if (chosen === null || options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: labelOf(chosen) }];
}
