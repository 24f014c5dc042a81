import type { BaseSyntheticEvent, ReactNode } from 'react';
import { LeaveGuard } from '@nemus/area';
import { Button, Card, Form, FormActions } from '@nemus/ui';

/** Frame of one tab: its fields on a card, the button below, and the question before unsaved work is left. */
export function SettingsForm({
  title,
  onSubmit,
  dirty,
  saving,
  children,
}: {
  title: string;
  onSubmit: (event?: BaseSyntheticEvent) => Promise<void>;
  dirty: boolean;
  saving: boolean;
  children: ReactNode;
}) {
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
