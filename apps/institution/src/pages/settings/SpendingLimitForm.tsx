import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { budgetsQuery, setSpendingLimit, type Spending } from '@nemus/data';
import { SkeletonCard, Stack, Text } from '@nemus/ui';
import { readSpending, spendingFormOf } from '../../spending/spending-form';
import { SpendingFields } from '../../spending/SpendingFields';
import { SettingsForm } from './SettingsForm';

const NO_LIMIT: Spending = { credits: null, cents: null };

/** The cost above which a booking waits for an administrator. */
export function SpendingLimitForm() {
  const { userId } = useSession();
  const query = useQuery(budgetsQuery(useDataClient(), userId, []));
  return (
    <QueryPart query={query} title="Grenze für Buchungen" loading={<SkeletonCard lines={3} />}>
      {({ limit }) => <LimitForm limit={limit ?? NO_LIMIT} />}
    </QueryPart>
  );
}

function LimitForm({ limit }: { limit: Spending }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  const begun = spendingFormOf(limit);
  // The form stays mounted when the saved limit arrives, so that keyboard users keep their position.
  const [changed, setForm] = useState<typeof begun | null>(null);
  const form = changed ?? begun;
  const [tried, setTried] = useState(false);
  const { spending, problems } = readSpending(form);
  const readAgain = () => queries.invalidateQueries({ queryKey: ['budgets'] });
  const save = useAction({
    mutationFn: (wanted: Spending) => setSpendingLimit(client, wanted),
    onSuccess: async () => {
      notify({ kind: 'success', title: 'Grenze gespeichert' });
      await readAgain();
      setForm(null);
    },
    onError: (error) => {
      notify({ kind: 'error', title: 'Grenze nicht gespeichert', description: reasonOf(error) });
      return readAgain();
    },
  });
  return (
    <SettingsForm
      title="Grenze für Buchungen"
      dirty={form.credits !== begun.credits || form.euros !== begun.euros}
      saving={save.isPending}
      onSubmit={(event) => {
        event?.preventDefault();
        setTried(true);
        if (spending !== null) save.mutate(spending);
        return Promise.resolve();
      }}
    >
      <Stack gap={2}>
        <Text variant="small" tone="muted">
          Was eine einzelne Buchung höchstens kosten darf. Teurere warten unter Kursbuchungen, „Freigaben“, bis die
          Verwaltung sie freigibt; eigene Buchungen der Verwaltung warten nicht.
        </Text>
        <SpendingFields form={form} problems={tried ? problems : {}} onChange={setForm} />
      </Stack>
    </SettingsForm>
  );
}
