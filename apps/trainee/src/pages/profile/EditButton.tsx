import { Button, ScreenOnly } from '@nemus/ui';

/** Opens the form of one part of the profile. */
export function EditButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ScreenOnly>
      <Button icon="edit" size="small" aria-label={`Bearbeiten: ${what}`} onClick={onClick}>
        Bearbeiten
      </Button>
    </ScreenOnly>
  );
}
