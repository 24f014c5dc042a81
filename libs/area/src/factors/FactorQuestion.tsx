import { useCallback, useRef, useState, type ReactNode } from 'react';
import { lateComponent, usePorts } from '@nemus/contract/react';
import { AskFactorContext, EndFactorContext } from './ask-factor';

const FactorDialog = lateComponent(
  () => import('./FactorDialog'),
  () => null,
);

/** Asks for the second factor above the area, for any of its actions; several at once share one dialog. */
export function FactorQuestion({ children }: { children: ReactNode }) {
  const { session, notify } = usePorts();
  const [isOpen, setOpen] = useState(false);
  const open = useRef<{ readonly answer: Promise<boolean>; readonly resolve: (given: boolean) => void } | null>(null);

  const ask = useCallback(() => {
    if (!session.factors) {
      notify({
        kind: 'info',
        title: 'Bitte laden Sie das Portal neu',
        description: 'Danach können Sie das mit einem Code aus Ihrer Authenticator-App bestätigen.',
      });
      return Promise.resolve(false);
    }
    if (!open.current) {
      let resolve: (given: boolean) => void = () => undefined;
      const answer = new Promise<boolean>((settle) => (resolve = settle));
      open.current = { answer, resolve };
      setOpen(true);
    }
    return open.current.answer;
  }, [session, notify]);

  const end = useCallback((given: boolean) => {
    open.current?.resolve(given);
    open.current = null;
    setOpen(false);
  }, []);

  return (
    <AskFactorContext value={ask}>
      {children}
      {isOpen ? (
        <EndFactorContext value={end}>
          <FactorDialog />
        </EndFactorContext>
      ) : null}
    </AskFactorContext>
  );
}
