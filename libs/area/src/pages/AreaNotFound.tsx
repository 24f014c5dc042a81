import { useEffect } from 'react';
import { usePorts } from '@nemus/contract/react';
import { NotFound } from '@nemus/ui';
import { useLocation } from 'react-router-dom';

/** The not-found page for an unknown path inside a claimed area; the attempted path is logged (S-2.7). */
export function AreaNotFound() {
  const { telemetry, navigation } = usePorts();
  const { pathname } = useLocation();
  useEffect(() => telemetry.report({ name: 'not-found', message: pathname }), [telemetry, pathname]);
  return <NotFound onHome={() => navigation.push('/')} />;
}
