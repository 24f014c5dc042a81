import { useEffect, useState } from 'react';
import { ErrorCard, Markdown, Page, SkeletonText } from '@nemus/ui';
import { normalizePath } from '@nemus/registry';
import { Link, useLocation } from 'react-router-dom';
import { usePortal } from '../../portal/portal-context';
import { PAGE_TITLES, publicPageAt } from '../../routing/paths';

/** One of the operator's texts (`content` in `config.json`), by its address. */
export default function LegalPage() {
  const { config } = usePortal();
  const { pathname } = useLocation();
  const [attempt, setAttempt] = useState(0);
  const page = publicPageAt(normalizePath(pathname), config.environment);
  if (page === null || !isText(page, config.content)) return null;
  return (
    <Page title={PAGE_TITLES[page]} width="narrow">
      <LegalText key={attempt} address={config.content[page]} onRetry={() => setAttempt((count) => count + 1)} />
    </Page>
  );
}

function isText<T extends object>(page: PropertyKey, content: T): page is keyof T {
  return Object.hasOwn(content, page);
}

type Loaded = { readonly status: 'loading' | 'failed' } | { readonly status: 'ready'; readonly text: string };

/** Fetches its text once. */
function LegalText({ address, onRetry }: { address: string; onRetry: () => void }) {
  const { config, telemetry } = usePortal();
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });

  useEffect(() => {
    const abort = new AbortController();
    fetchContent(address, abort.signal).then(
      (text) => setLoaded({ status: 'ready', text }),
      (error: unknown) => {
        if (abort.signal.aborted) return;
        telemetry.report({ name: 'content-missing', message: String(error), data: { address } });
        setLoaded({ status: 'failed' });
      },
    );
    return () => abort.abort();
  }, [address, telemetry]);

  if (loaded.status === 'loading') return <SkeletonText lines={12} />;
  if (loaded.status === 'ready') return <Markdown source={loaded.text} quotes="warning" pathLink={Link} />;
  return (
    <ErrorCard
      title="Dieser Text konnte nicht geladen werden"
      message={`Bitte versuchen Sie es noch einmal, oder schreiben Sie an ${config.supportEmail}.`}
      onRetry={onRetry}
    />
  );
}

async function fetchContent(address: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`The server answered with status ${answer.status}.`);
  // A server that answers every unknown path with the portal's page would have its markup shown as text.
  if (answer.headers.get('content-type')?.includes('text/html')) throw new Error('The server answered with a page.');
  return answer.text();
}
