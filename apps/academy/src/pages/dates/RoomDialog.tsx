import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { DataError, saveRoom, type Room } from '@nemus/data';
import { Alert, Button, Checkbox, Dialog, formatCount, NumberField, Stack, TextField } from '@nemus/ui';
import { peopleText } from './date-words';

const FIELDS = ['name', 'address', 'capacity'];
const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');

/** What a change means for the coming dates of a room, before it is saved. */
function effectsOf(room: Room, form: { name: string; address: string; capacity: string; isActive: boolean }): string[] {
  const { coming, told } = room;
  if (coming === 0) return [];
  const dates = formatCount(coming, 'kommenden Termin', 'kommenden Terminen');
  const spelled = (name: string, address: string) => `${oneLine(name)}, ${oneLine(address)}`.toLowerCase();
  const isElsewhere = spelled(form.name, form.address) !== spelled(room.name, room.address);
  const isSmaller = /^\d+$/.test(form.capacity.trim()) && Number(form.capacity) < room.capacity;
  return [
    ...(isElsewhere
      ? [`An ${dates} ändert sich der Ort. ${peopleText(told)} mit Platz oder auf der Warteliste erfahren davon.`]
      : []),
    ...(room.is_active && !form.isActive
      ? [`Der Raum bleibt an ${dates}. Für neue Termine lässt er sich nicht mehr wählen.`]
      : []),
    ...(isSmaller ? ['Termine, die schon mehr Plätze haben, behalten sie. Die Liste der Räume zeigt, wie viele.'] : []),
  ];
}

/** Adds or changes a room. */
export function RoomDialog({ room, onClose }: { room: Room | null; onClose: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [form, setForm] = useState({
    name: room?.name ?? '',
    address: room?.address ?? '',
    capacity: String(room?.capacity ?? ''),
    isActive: room?.is_active ?? true,
  });
  const [noNumber, setNoNumber] = useState<string | undefined>();
  const change = (changed: Partial<typeof form>) => setForm((current) => ({ ...current, ...changed }));
  const save = useAction({
    mutationFn: () => saveRoom(client, { ...form, id: room?.id ?? null, capacity: Number(form.capacity) }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['teaching'] });
      notify({ kind: 'success', title: room === null ? `${oneLine(form.name)} ist eingetragen` : 'Gespeichert' });
      onClose();
    },
  });
  const words = save.error === null ? undefined : reasonOf(save.error);
  const field = save.error instanceof DataError ? save.error.field : undefined;
  const errorOf = (name: string) => (field === name ? words : undefined);
  const effects = room === null ? [] : effectsOf(room, form);
  const submit = () => {
    const isNumber = /^\d{1,6}$/.test(form.capacity.trim());
    setNoNumber(isNumber ? undefined : 'Bitte geben Sie eine ganze Zahl an.');
    if (isNumber) save.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={room === null ? 'Raum eintragen' : 'Raum bearbeiten'}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button variant="primary" loading={save.isPending} onClick={submit}>
            Speichern
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {words !== undefined && !FIELDS.includes(field ?? '') && <Alert tone="error">{words}</Alert>}
        <TextField
          label="Name"
          hint="So, wie ihn Teilnehmer*innen lesen"
          maxLength={100}
          value={form.name}
          error={errorOf('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label="Anschrift"
          optional
          hint="Steht nach dem Namen im Ort des Termins"
          maxLength={190}
          value={form.address}
          error={errorOf('address')}
          onChange={({ target }) => change({ address: target.value })}
        />
        <NumberField
          label="Platz für"
          hint="Personen"
          value={form.capacity}
          error={noNumber ?? errorOf('capacity')}
          onChange={({ target }) => change({ capacity: target.value })}
        />
        <Checkbox
          label="Offen: kann für neue Termine gewählt werden"
          checked={form.isActive}
          onChange={({ target }) => change({ isActive: target.checked })}
        />
        {effects.length > 0 && (
          <Alert tone="warning" title="Kommende Termine">
            {effects.join(' ')}
          </Alert>
        )}
      </Stack>
    </Dialog>
  );
}
