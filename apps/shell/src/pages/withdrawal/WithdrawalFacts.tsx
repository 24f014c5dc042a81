import { DefinitionList, type Definition } from '@nemus/ui';
import type { WithdrawalValues } from './withdrawal-form';

/** What a withdrawal says; `above` stands first. */
export function WithdrawalFacts({ values, above = [] }: { values: WithdrawalValues; above?: readonly Definition[] }) {
  const { name, email, contract, message } = values;
  return (
    <DefinitionList
      items={[
        ...above,
        { term: 'Name', value: name },
        { term: 'E-Mail', value: email },
        { term: 'Vertrag', value: contract },
        ...(message === '' ? [] : [{ term: 'Mitteilung', value: message }]),
      ]}
    />
  );
}
