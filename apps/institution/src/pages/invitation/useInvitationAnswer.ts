import { useState } from 'react';
import type { Toast } from '@nemus/contract';
import { usePorts } from '@nemus/contract/react';
import { DataError } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';
import { paths } from '../../paths';

/** Without an answer the result is unknown; a retry is harmless. */
const TRY_AGAIN = 'Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze noch einmal.';

/** The database's reason, worded for the user. */
const isRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && error.status >= 400 && error.status < 500 && error.status !== 401;

/** The two answers to an invitation. */
export type InvitationChoice = 'accept' | 'decline';

/** What an answer does, and its messages. */
interface AnswerSteps {
  readonly send: () => Promise<unknown>;
  /** After the answer was accepted, before any message. Never rejects. */
  readonly follow?: () => Promise<unknown>;
  readonly told: Omit<Toast, 'kind'>;
}

/**
 * Sends the answer to an invitation once, reports failures, and leads to the dashboard.
 *
 * @param settle forgets the answered link
 */
export function useInvitationAnswer(settle: () => void) {
  const { navigation, notify } = usePorts();
  const [sending, setSending] = useState<InvitationChoice | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { start: answer } = useSingleRun(async (choice: InvitationChoice, { send, follow, told }: AnswerSteps) => {
    setSending(choice);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : TRY_AGAIN);
      setSending(null);
      return;
    }
    settle();
    await follow?.();
    notify({ kind: 'success', ...told });
    navigation.replace(paths.dashboard);
  });
  return { sending, problem, answer };
}
