import { MISSING, Stack, Text } from '@nemus/ui';

/** An area with its release below, in the tables of this page. */
export function ReleaseName({ remote, version }: { readonly remote: string; readonly version: string | null }) {
  return (
    <Stack gap={0}>
      {remote}
      <Text variant="caption" tone="muted">
        <code>{version ?? MISSING}</code>
      </Text>
    </Stack>
  );
}
