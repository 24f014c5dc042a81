import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import { budgetsQuery, type Trainee, type TraineeBudget } from '@nemus/data';
import { Button, Card, formatCents, formatNumber, ProgressBar, SkeletonText, Stack, Text } from '@nemus/ui';
import { BudgetDialog } from './BudgetDialog';

/** A trainee's budget for this year, and what was spent; administrators set it. */
export function BudgetCard({ trainee }: { trainee: Trainee }) {
  const { userId } = useSession();
  const { may } = useRoles();
  const [editing, setEditing] = useState(false);
  const query = useQuery(budgetsQuery(useDataClient(), userId, [trainee.id]));
  const budget = query.data?.budgets[0];
  return (
    <Card
      title={query.data === undefined ? 'Budget' : `Budget ${query.data.year}`}
      level={2}
      as="section"
      footer={
        budget && may('administration') ? (
          <Button onClick={() => setEditing(true)}>Budget festlegen …</Button>
        ) : undefined
      }
    >
      <QueryPart query={query} title="Budget" loading={<SkeletonText lines={2} />}>
        {() => (budget ? <Spent budget={budget} /> : null)}
      </QueryPart>
      {editing && budget && <BudgetDialog budget={budget} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function Spent({ budget }: { budget: TraineeBudget }) {
  const {
    credits_per_year: credits,
    cents_per_year: cents,
    credits_spent: spentCredits,
    cents_spent: spentCents,
  } = budget;
  if (credits === null && cents === null) {
    return (
      <Text variant="small" tone="muted">
        {`Keine Grenze. In diesem Jahr gebucht: ${formatNumber(spentCredits)} Credits und ${formatCents(spentCents)} mit Karte.`}
      </Text>
    );
  }
  return (
    <Stack gap={1.5}>
      {credits !== null && (
        <ProgressBar
          label="Credits"
          value={Math.min(spentCredits, credits)}
          max={Math.max(credits, 1)}
          valueText={`${formatNumber(spentCredits)} von ${formatNumber(credits)}`}
        />
      )}
      {cents !== null && (
        <ProgressBar
          label="Mit Karte"
          value={Math.min(spentCents, cents)}
          max={Math.max(cents, 1)}
          valueText={`${formatCents(spentCents)} von ${formatCents(cents)}`}
        />
      )}
      <Text variant="small" tone="muted">
        Was darüber hinausgeht, lässt sich für diese Person in diesem Jahr nicht buchen.
      </Text>
    </Stack>
  );
}
