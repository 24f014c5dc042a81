import { useState } from 'react';
import { DefinitionList, Dialog, Keys, Stack, Switch, Text } from '@nemus/ui';
import { areShortcutsOn, keepShortcuts, PALETTE_KEYS, SIDEBAR_KEYS } from '../shortcuts';

/** The portal's shortcuts, and the switch that turns them off on this device. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn);
  const choose = (next: boolean) => {
    keepShortcuts(next);
    setOn(next);
  };
  return (
    <Dialog open onClose={onClose} title="Tastenkürzel">
      <Stack gap={2}>
        <DefinitionList
          items={[
            { term: 'Suche über das ganze Portal', value: <Keys keys={PALETTE_KEYS.keys} /> },
            { term: 'Seitenleiste ein- und ausblenden', value: <Keys keys={SIDEBAR_KEYS} /> },
            { term: 'Diese Übersicht', value: <Keys keys={['?']} /> },
            { term: 'Dialog schließen', value: <Keys keys={['Esc']} /> },
          ]}
        />
        <Switch
          label="Tastenkürzel auf diesem Gerät verwenden"
          checked={on}
          onChange={(event) => choose(event.target.checked)}
        />
        <Text variant="small" tone="muted">
          Ausgeschaltet reagiert das Portal auf keine dieser Tasten; Esc schließt Dialoge weiterhin. Die Suche und diese
          Übersicht („Tastenkürzel anzeigen“) öffnen Sie dann über die Schaltfläche „Suchen“.
        </Text>
      </Stack>
    </Dialog>
  );
}
