import { useEffect } from 'react';
import { usePorts } from '@nemus/contract/react';
import { NotFound } from '@nemus/ui';
import { useLocation } from 'react-router-dom';

/** The not-found page for an unknown path inside a claimed area; the attempted path is logged (S-2.7). */
export function AreaNotFound() {
  const { telemetry, navigation } = usePorts();
  const { pathname } = useLocation();
  useEffect(() => {
    // An area that is being left receives the next page's address just before it is unmounted.
    const reporting = setTimeout(() => telemetry.report({ name: 'not-found', message: pathname }));
    return () => clearTimeout(reporting);
  }, [telemetry, pathname]);
  return <NotFound onHome={() => navigation.push('/')} />;
}
