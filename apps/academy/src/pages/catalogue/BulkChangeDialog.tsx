import { useState } from 'react';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import {
  changeSeminars,
  COMPETENCIES,
  COMPETENCY_LABELS,
  previewSeminarChange,
  type ChangedSeminar,
  type SeminarChange,
} from '@nemus/data';
import { Alert, Button, Dialog, formatCount, FormRow, NumberField, RadioGroup, Select, Stack } from '@nemus/ui';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import {
  CHANGED_FIELDS,
  countNewlyFree,
  EMPTY_BULK_FORM,
  readBulkForm,
  type BulkForm,
  type ChangedField,
} from './bulk-change';
import { BulkPreview } from './BulkPreview';
import { FreePriceDialog } from './FreePriceDialog';

const seminarsText = (count: number) => formatCount(count, 'Seminar', 'Seminare');
const isField = (value: string): value is ChangedField => Object.hasOwn(CHANGED_FIELDS, value);

/** Changes price, competency or state of many seminars, after a preview; all or none of those that it lists. */
export function BulkChangeDialog({
  ids,
  onClose,
  onDone,
}: {
  ids: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useDataClient();
  const [form, setForm] = useState<BulkForm>(EMPTY_BULK_FORM);
  const [wrong, setWrong] = useState<{ readonly at: keyof BulkForm; readonly problem: string } | null>(null);
  const [asksFree, setAsksFree] = useState(false);
  const preview = useAction({
    mutationFn: async (change: SeminarChange) => ({ change, rows: await previewSeminarChange(client, ids, change) }),
  });
  const apply = useStaffMutation({
    act: ({ rows, change }: { rows: readonly ChangedSeminar[]; change: SeminarChange }) =>
      changeSeminars(
        client,
        rows.map(({ id, updated_at: updatedAt }) => ({ id, updatedAt: updatedAt ?? '' })),
        change,
      ),
    done: (rows) => ({ title: `${seminarsText(rows.length)} geändert` }),
    failed: 'Nichts wurde geändert',
    onDone,
  });
  const change = (part: Partial<BulkForm>) => {
    setForm((now) => ({ ...now, ...part }));
    setWrong(null);
    preview.reset();
  };
  const look = () => {
    const read = readBulkForm(form);
    if ('at' in read) setWrong(read);
    else preview.mutate(read.change);
  };
  const seen = preview.data;
  const changed = seen?.rows.filter(({ problem }) => problem === null) ?? [];
  const free = seen === undefined ? 0 : countNewlyFree(changed, seen.change);
  const send = () => {
    if (seen === undefined) return;
    // What was previewed is out of date when it is refused.
    apply.mutate({ rows: changed, change: seen.change }, { onError: () => preview.reset() });
    setAsksFree(false);
  };
  const problemOf = (at: keyof BulkForm) => (wrong?.at === at ? wrong.problem : undefined);
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      closable={!apply.isPending}
      title={`${seminarsText(ids.length)} ändern`}
      actions={
        <>
          <Button disabled={apply.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          {seen === undefined || changed.length === 0 ? (
            <Button variant="primary" loading={preview.isPending} onClick={look}>
              Vorschau
            </Button>
          ) : (
            <Button variant="primary" loading={apply.isPending} onClick={() => (free > 0 ? setAsksFree(true) : send())}>
              {`${seminarsText(changed.length)} ändern`}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={2}>
        <RadioGroup
          label="Was sich ändert"
          name="bulk-field"
          options={Object.entries(CHANGED_FIELDS).map(([value, label]) => ({ value, label }))}
          value={form.field}
          onChange={({ target }) => isField(target.value) && change({ field: target.value })}
        />
        {form.field === 'price' && (
          <FormRow>
            <NumberField
              label="Preis in Euro (brutto)"
              digits={2}
              isMoney
              optional
              hint="Leer: bleibt."
              value={form.euros}
              error={problemOf('euros')}
              onChange={({ target }) => change({ euros: target.value })}
            />
            <NumberField
              label="Preis in Credits"
              optional
              hint="Leer: bleibt."
              value={form.credits}
              error={problemOf('credits')}
              onChange={({ target }) => change({ credits: target.value })}
            />
          </FormRow>
        )}
        {form.field === 'competency' && (
          <Select
            label="Kompetenz"
            placeholder="Bitte wählen"
            options={COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }))}
            value={form.competency}
            error={problemOf('competency')}
            onChange={({ target }) => change({ competency: COMPETENCIES.find((each) => each === target.value) ?? '' })}
          />
        )}
        {form.field === 'state' && (
          <Select
            label="Stand"
            placeholder="Bitte wählen"
            options={[
              { value: 'published', label: 'Veröffentlichen' },
              { value: 'retired', label: 'Zurückziehen' },
            ]}
            value={form.state}
            error={problemOf('state')}
            onChange={({ target }) =>
              change({ state: target.value === 'published' || target.value === 'retired' ? target.value : '' })
            }
          />
        )}
        {preview.isError && (
          <Alert tone="error" title="Keine Vorschau">
            {reasonOf(preview.error)}
          </Alert>
        )}
        {apply.isError && seen === undefined && (
          <Alert tone="error" title="Nichts wurde geändert">
            {reasonOf(apply.error)} Bitte sehen Sie sich die Vorschau noch einmal an.
          </Alert>
        )}
        {seen !== undefined && <BulkPreview rows={seen.rows} change={seen.change} />}
      </Stack>
      <FreePriceDialog open={asksFree} count={free} onConfirm={send} onCancel={() => setAsksFree(false)} />
    </Dialog>
  );
}
