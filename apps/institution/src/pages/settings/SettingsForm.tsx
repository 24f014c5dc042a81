import type { ReactNode } from 'react';
import { LeaveGuard } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { Alert, Box, Button, Card, Form, FormActions } from '@nemus/ui';
import type { FrameState } from './useSettingsForm';

/**
 * Frame of one tab: its fields on a card, the button below, and the guard for unsaved work. Read-only without
 * administration rights.
 */
export function SettingsForm({
  title,
  onSubmit,
  dirty,
  saving,
  children,
}: FrameState & { title: string; children: ReactNode }) {
  const { may } = useRoles();
  if (!may('administration')) {
    return (
      <Box component="fieldset" disabled aria-label={title} sx={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Card title={title} level={2} as="div">
          <Alert tone="info">Diese Angaben ändert die Verwaltung Ihrer Weiterbildungsstätte.</Alert>
          {children}
        </Card>
      </Box>
    );
  }
  return (
    <Form onSubmit={(event) => void onSubmit(event)} aria-label={title}>
      <LeaveGuard when={dirty} />
      <Card title={title} level={2} as="div">
        {children}
      </Card>
      <FormActions>
        <Button type="submit" variant="primary" loading={saving}>
          Einstellungen speichern
        </Button>
      </FormActions>
    </Form>
  );
}
