import { useEffect, useMemo, type ReactNode } from 'react';
import { createSupportId } from '@nemus/contract';
import { signInFailure } from '@nemus/data';
import { SessionError } from '@nemus/session';
import { Alert, SupportId } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';

/** The German message that stays next to the form; nothing without a failure. An unknown failure gets a support id. */
export function FailureAlert({
  failure,
  tone = 'error',
  actions,
}: {
  failure: unknown;
  tone?: 'error' | 'warning';
  actions?: ReactNode;
}) {
  const { telemetry } = usePortal();
  const { text, isKnown } = signInFailure(failure);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- one id per failure
  const supportId = useMemo(createSupportId, [failure]);
  useEffect(() => {
    if (failure === null || isKnown) return;
    const code = failure instanceof SessionError ? failure.code : null;
    telemetry.report({ name: 'sign-in-error', message: String(failure), data: { code, supportId } });
  }, [failure, isKnown, supportId, telemetry]);
  if (failure === null) return null;
  return (
    <Alert tone={tone} actions={actions}>
      {text}
      {isKnown ? null : <SupportId id={supportId} />}
    </Alert>
  );
}
