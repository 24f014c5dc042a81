import { useState } from 'react';
import { useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { DataError, withdrawContract, type WithdrawalReceipt } from '@nemus/data';
import { Link, Page, Text, useSingleRun } from '@nemus/ui';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../paths';
import { WithdrawalConfirmation } from './WithdrawalConfirmation';
import { WithdrawalDone } from './WithdrawalDone';
import { WithdrawalForm } from './WithdrawalForm';
import type { WithdrawalValues } from './withdrawal-form';

type Step =
  | { readonly kind: 'fill' }
  | { readonly kind: 'confirm'; readonly key: string }
  | { readonly kind: 'done'; readonly receipt: WithdrawalReceipt };

/** Withdraws from a contract in two steps, without signing in (§ 356a BGB): the declaration, then the confirmation. */
export default function WithdrawalPage() {
  const { supportEmail } = usePorts();
  const client = useDataClient();
  const { profile } = useSession();
  const [params] = useSearchParams();
  const [step, setStep] = useState<Step>({ kind: 'fill' });
  const [declared, setDeclared] = useState<WithdrawalValues | null>(null);
  const values = declared ?? {
    name: profile ? `${profile.firstName} ${profile.lastName}`.trim() : '',
    email: profile?.email ?? '',
    contract: contractOf(params),
    message: '',
  };
  const [failure, setFailure] = useState<string | null>(null);

  const { start: send, running: sending } = useSingleRun(async (key: string) => {
    setFailure(null);
    try {
      setStep({ kind: 'done', receipt: await withdrawContract(client, { key, ...values }) });
    } catch (error) {
      setFailure(reasonOf(error));
    }
  });

  if (step.kind === 'done') return <WithdrawalDone receipt={step.receipt} values={values} />;
  return (
    <Page
      title="Vertrag widerrufen"
      width="narrow"
      intro={
        step.kind === 'fill'
          ? 'Hier widerrufen Sie den Kauf eines Kurses. Sie müssen dafür nicht angemeldet sein und keinen Grund nennen.'
          : 'Bitte prüfen Sie Ihre Angaben. Erst mit der Bestätigung erklären Sie den Widerruf.'
      }
    >
      {step.kind === 'fill' ? (
        <WithdrawalForm
          values={values}
          onNext={(next) => {
            setDeclared(next);
            // One key per declaration: repeating it after a lost answer declares once.
            setStep({ kind: 'confirm', key: crypto.randomUUID() });
          }}
        />
      ) : (
        <WithdrawalConfirmation
          values={values}
          sending={sending}
          failure={failure}
          onConfirm={() => void send(step.key)}
          onBack={() => {
            setFailure(null);
            setStep({ kind: 'fill' });
          }}
        />
      )}
      <Text variant="caption" tone="muted">
        Ob und bis wann Sie widerrufen können, steht in der{' '}
        <Link component={RouterLink} to={paths.withdrawalInstruction}>
          Widerrufsbelehrung
        </Link>
        . Sie können auch auf anderem Weg widerrufen, zum Beispiel mit einer E-Mail an {supportEmail}. Wie wir Ihre
        Angaben verwenden, steht in der{' '}
        <Link component={RouterLink} to={paths.privacy}>
          Datenschutzerklärung
        </Link>
        .
      </Text>
    </Page>
  );
}

/** The contract that the button beside a purchase names; the person can change it. */
function contractOf(params: URLSearchParams): string {
  const order = z.uuid().safeParse(params.get('bestellung')).data;
  const course = (params.get('kurs') ?? '').slice(0, 300);
  return order === undefined ? '' : [course, `Bestellung ${order}`].filter(Boolean).join(', ');
}

function reasonOf(error: unknown): string {
  if (error instanceof DataError && error.code === 'network') {
    return 'Der Server ist gerade nicht erreichbar. Ihre Angaben sind noch da: Bitte versuchen Sie es noch einmal.';
  }
  // `unknown`: an answer without a message for users, from an intermediary.
  const isCoded = error instanceof DataError && error.code !== 'unknown';
  if (isCoded && error.status >= 400 && error.status < 500) return error.message;
  return 'Der Widerruf konnte nicht übermittelt werden. Bitte versuchen Sie es noch einmal.';
}
