import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { saveDeputy } from '@nemus/data';
import { DateField, dayProblem, Select } from '@nemus/ui';
import { today } from '../../week/week';
import { PersonChangeDialog } from './PersonChangeDialog';
import { usePersonChange } from './usePersonChange';

const MISSING = {
  deputy: 'Bitte wählen Sie, wer vertritt.',
  valid_from: 'Bitte wählen Sie den ersten Tag.',
  valid_until: 'Bitte wählen Sie den letzten Tag.',
} as const;

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Names a person's deputy, such as during holidays: by the institution, or by the person itself. */
export function DeputyDialog({
  person,
  possible,
  onClose,
}: {
  person: Named;
  /** Who has an account, and is on the same list. */
  possible: readonly Named[];
  onClose: () => void;
}) {
  const client = useDataClient();
  const [deputy, setDeputy] = useState('');
  const [from, setFrom] = useState(today());
  const [until, setUntil] = useState('');
  const [missing, setMissing] = useState<keyof typeof MISSING | null>(null);
  const { save, isPending, at, besides } = usePersonChange(
    () => saveDeputy(client, { confirmerId: person.id, deputyId: deputy, validFrom: from, validUntil: until }),
    `Vertretung für ${person.name} eingetragen`,
    onClose,
  );
  const other = besides('deputy', 'valid_from', 'valid_until');
  const wordsAt = (field: keyof typeof MISSING) => (missing === field ? MISSING[field] : at(field));
  const submit = () => {
    const empty = deputy === '' ? 'deputy' : from === '' ? 'valid_from' : until === '' ? 'valid_until' : null;
    setMissing(empty);
    if (empty === null && dayProblem(from) === null && dayProblem(until) === null) save();
  };
  return (
    <PersonChangeDialog
      title="Vertretung eintragen"
      description={`Wer in dieser Zeit für ${person.name} bestätigt`}
      problem={other}
      isPending={isPending}
      onSave={submit}
      onClose={onClose}
    >
      <Select
        label="Vertretung"
        placeholder="Bitte wählen"
        hint="Vertreten kann, wer die Benennung mit einem Konto angenommen hat."
        options={possible.map(({ id, name }) => ({ value: id, label: name }))}
        value={deputy}
        error={wordsAt('deputy')}
        onChange={({ target }) => setDeputy(target.value)}
      />
      <DateField
        label="Erster Tag"
        value={from}
        error={wordsAt('valid_from')}
        onChange={({ target }) => setFrom(target.value)}
      />
      <DateField
        label="Letzter Tag"
        value={until}
        error={wordsAt('valid_until')}
        onChange={({ target }) => setUntil(target.value)}
      />
    </PersonChangeDialog>
  );
}
