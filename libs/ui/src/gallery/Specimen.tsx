import type { ReactNode } from 'react';
import { Section } from '../layout/Page';
import { Box, Stack, Surface, Text } from '../layout/primitives';

/** One group of the gallery; its id is the target of the list at the top. */
export function Group({
  id,
  title,
  description,
  children,
}: {
  id: string;
  title: string;
  description?: string;
  children: ReactNode;
}) {
  return (
    <Box id={id} sx={{ scrollMarginTop: '5rem' }}>
      <Section title={title} description={description}>
        <Stack gap={3}>{children}</Stack>
      </Section>
    </Box>
  );
}

/** One component in its states, under its name. */
export function Specimen({ name, framed = false, children }: { name: string; framed?: boolean; children: ReactNode }) {
  return (
    <Stack gap={1}>
      <Text variant="caption" tone="muted">
        {name}
      </Text>
      {framed ? <Surface>{children}</Surface> : children}
    </Stack>
  );
}
