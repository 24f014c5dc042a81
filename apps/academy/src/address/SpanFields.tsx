import { DateField, isDay } from '@nemus/ui';
import type { useAddressValues } from './useAddressValues';

const dayOf = (value: string | null) => (value !== null && isDay(value) ? value : null);

/** The days `von` and `bis` of an address; null for none, or what is no day. */
export const spanOf = (params: URLSearchParams) => ({
  from: dayOf(params.get('von')),
  until: dayOf(params.get('bis')),
});

/** Fields for the days of a list. While a day is being typed, the filter stays. */
export function SpanFields({ params, change }: Pick<ReturnType<typeof useAddressValues>, 'params' | 'change'>) {
  const { from, until } = spanOf(params);
  const choose = (name: 'von' | 'bis', day: string) => {
    if (day === '' || isDay(day)) change({ [name]: day });
  };
  return (
    <>
      <DateField label="Von" value={from ?? ''} onChange={({ target }) => choose('von', target.value)} />
      <DateField
        label="Bis"
        value={until ?? ''}
        error={from !== null && until !== null && until < from ? 'Das Ende liegt vor dem Anfang.' : undefined}
        onChange={({ target }) => choose('bis', target.value)}
      />
    </>
  );
}
