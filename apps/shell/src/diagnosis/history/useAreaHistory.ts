import { useCallback, useEffect, useState } from 'react';
import { usePortal } from '../../portal/portal-context';
import { readAreaHistory, type AreaHistory, type HistorySpan } from './area-history';

/** Reports of a span; null while loading. */
export function useAreaHistory(span: HistorySpan) {
  const { client, config, telemetry } = usePortal();
  const [found, setFound] = useState<{ span: HistorySpan; history: AreaHistory | 'failed' } | null>(null);

  const read = useCallback(
    async () => ({
      span,
      history: await client()
        .then((asked) => readAreaHistory(asked, config.environment, span))
        .catch((error: unknown) => {
          telemetry.report({ name: 'area-history-missing', message: String(error) });
          return 'failed' as const;
        }),
    }),
    [client, config.environment, span, telemetry],
  );

  useEffect(() => {
    let left = false;
    void read().then((answer) => {
      if (!left) setFound(answer);
    });
    return () => {
      left = true;
    };
  }, [read]);

  // Data of the other span is not shown for this one.
  return {
    history: found?.span === span ? found.history : null,
    reload: async () => {
      setFound(null);
      setFound(await read());
    },
  };
}
