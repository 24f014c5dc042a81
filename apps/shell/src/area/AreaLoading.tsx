import { Box, Skeleton, Loading, SkeletonCards, Stack } from '@nemus/ui';

/** Skeleton of a page while its area loads. */
export function AreaLoading({ title }: { title: string }) {
  return (
    <Box
      sx={{
        maxWidth: '72rem',
        marginInline: 'auto',
        paddingInline: { xs: 2, sm: 3, lg: 5 },
        paddingBlock: { xs: 3, md: 5 },
      }}
    >
      <Stack gap={4}>
        <Loading label={`${title} wird geladen …`}>
          <Stack gap={1.5}>
            <Skeleton height={32} width="18rem" />
            <Skeleton height={16} width="28rem" />
          </Stack>
        </Loading>
        <div aria-hidden="true">
          <SkeletonCards count={3} />
        </div>
      </Stack>
    </Box>
  );
}
