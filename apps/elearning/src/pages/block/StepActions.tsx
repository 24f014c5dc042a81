import type { ReactNode } from 'react';
import { Stack } from '@nemus/ui';

/** The ways back and on at the foot of a step: at both ends of a line, on phones below each other. */
export function StepActions({ children }: { children: ReactNode }) {
  return (
    <Stack
      gap={1}
      sx={{
        flexDirection: { xs: 'column', sm: 'row' },
        justifyContent: 'space-between',
        alignItems: { xs: 'stretch', sm: 'center' },
      }}
    >
      {children}
    </Stack>
  );
}
