import { Loading, Skeleton, Stack, Surface } from '@nemus/ui';

/** As high as the bars that come: 21 px of text, 6 px apart, 8 px of bar. `gap` in steps of 8 px, as between the bars. */
export function BarsLoading({ label, bars, gap }: { label: string; bars: number; gap: number }) {
  return (
    <Surface>
      <Loading label={label}>
        <Stack gap={gap}>
          {Array.from({ length: bars }, (_, index) => (
            <Skeleton key={index} height={35} />
          ))}
        </Stack>
      </Loading>
    </Surface>
  );
}
