import type { ReactNode } from 'react';
import { Alert, Button, Dialog, Stack } from '@nemus/ui';

/**
 * Frame of the dialogs that change a confirmer.
 *
 * @param problem A refusal that concerns no field; undefined without one.
 * @param children The fields.
 */
export function PersonChangeDialog({
  title,
  description,
  problem,
  isPending,
  onSave,
  onClose,
  children,
}: {
  title: string;
  description?: string;
  problem: string | undefined;
  isPending: boolean;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      {...(description !== undefined && { description })}
      actions={
        <>
          <Button variant="primary" loading={isPending} onClick={onSave}>
            Speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </>
      }
    >
      <Stack gap={2}>
        {problem !== undefined && <Alert tone="error">{problem}</Alert>}
        {children}
      </Stack>
    </Dialog>
  );
}
