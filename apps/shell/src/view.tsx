/** Everything that draws: React, the components and the pages. Starts after the portal's own work, see `main.ts`. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import type { Portal } from './portal/portal';
import { StartFailure } from './app/StartFailure';

/** Draws the running portal. */
export function drawPortal(container: HTMLElement, portal: Portal) {
  createRoot(container).render(
    <StrictMode>
      <App portal={portal} />
    </StrictMode>,
  );
}

/** Explains why there is none. */
export function drawFailure(container: HTMLElement, error: unknown) {
  createRoot(container).render(<StartFailure error={error} />);
}
