import { DefinitionList, Stack, Text, type Definition } from '@nemus/ui';
import type { WithdrawalValues } from './withdrawal-form';

/** The declaration follows the statutory model form (annex 2 to Art. 246a EGBGB), as § 356a Abs. 4 BGB requires. */
const DECLARATION = 'Hiermit widerrufe ich den folgenden Vertrag.';

/** Content of a withdrawal (§ 356a BGB); `above` comes first. */
export function WithdrawalFacts({ values, above = [] }: { values: WithdrawalValues; above?: readonly Definition[] }) {
  const { name, email, contract, message } = values;
  return (
    <Stack gap={2}>
      <Text strong>{DECLARATION}</Text>
      <DefinitionList
        items={[
          ...above,
          { term: 'Name', value: name },
          { term: 'E-Mail', value: email },
          { term: 'Vertrag', value: contract },
          ...(message === '' ? [] : [{ term: 'Mitteilung', value: message }]),
        ]}
      />
    </Stack>
  );
}
