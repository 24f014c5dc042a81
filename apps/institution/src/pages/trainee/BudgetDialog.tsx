import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { endSentence, setBudget, type Spending, type TraineeBudget } from '@nemus/data';
import { Alert, Button, Dialog, Stack } from '@nemus/ui';
import { readSpending, spendingFormOf } from '../../spending/spending-form';
import { SpendingFields } from '../../spending/SpendingFields';

/** Sets a trainee's budget for a calendar year. */
export function BudgetDialog({ budget, onClose }: { budget: TraineeBudget; onClose: () => void }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const [form, setForm] = useState(() =>
    spendingFormOf({ credits: budget.credits_per_year, cents: budget.cents_per_year }),
  );
  const [tried, setTried] = useState(false);
  const { spending, problems } = readSpending(form);
  const save = useAction({
    mutationFn: (wanted: Spending) => setBudget(client, budget.trainee_id, wanted),
    onSuccess: () => {
      notify({ kind: 'success', title: 'Budget gespeichert' });
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['budgets'] }),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!save.isPending}
      title="Budget festlegen"
      description={`${endSentence(budget.name)} Gilt für jedes Kalenderjahr und ab der nächsten Buchung; was schon gebucht ist, bleibt.`}
      actions={
        <>
          <Button disabled={save.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            loading={save.isPending}
            onClick={() => {
              setTried(true);
              if (spending !== null) save.mutate(spending);
            }}
          >
            Budget speichern
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        {save.error !== null && <Alert tone="error">{reasonOf(save.error)}</Alert>}
        <SpendingFields form={form} problems={tried ? problems : {}} onChange={setForm} />
      </Stack>
    </Dialog>
  );
}
