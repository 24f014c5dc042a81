import { Box, Loading, Skeleton, SkeletonTiles, Stack } from '@nemus/ui';

/** Placeholder for a loading page: the spacing of `Page`, a title and a first row. */
export function PageSkeleton() {
  return (
    <Box
      sx={{
        width: '100%',
        maxWidth: '72rem',
        marginInline: 'auto',
        paddingInline: { xs: 2, sm: 3, lg: 5 },
        paddingBlock: { xs: 3, md: 5 },
      }}
    >
      <Stack gap={4}>
        <Loading label="Seite wird geladen …">
          <Stack gap={0.75}>
            <Skeleton height={36} width="18rem" />
            <Skeleton height={24} width="30rem" />
          </Stack>
        </Loading>
        <Box aria-hidden>
          <SkeletonTiles />
        </Box>
      </Stack>
    </Box>
  );
}
