import '@nemus/ui/fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadConfig } from './config/config';
import { App } from './portal/App';
import { createPortal } from './portal/portal';
import { StartFailure } from './start/StartFailure';

const container = document.getElementById('portal');
if (!container) throw new Error('The page has no element with the id "portal".');
const root = createRoot(container);

try {
  const portal = createPortal(await loadConfig());
  root.render(
    <StrictMode>
      <App portal={portal} />
    </StrictMode>,
  );
} catch (error) {
  root.render(<StartFailure error={error} />);
  // A wrong configuration is explained on the page; anything else must also reach whoever looks for it.
  reportError(error);
}
