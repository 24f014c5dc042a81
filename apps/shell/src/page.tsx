import { CANVAS, renderStill } from '@nemus/ui/still';
import { FirstPage } from './first-page/FirstPage';

/** What `index.html` shows before any script has loaded; the build runs this (`libs/build/src/shell-page-plugin.ts`). */
export function firstPage() {
  const colors = (['light', 'dark'] as const).map(
    (scheme) => `<meta name="theme-color" content="${CANVAS[scheme]}" media="(prefers-color-scheme: ${scheme})" />`,
  );
  const { markup, styles } = renderStill(<FirstPage />, "html[data-scheme='dark']");
  return { head: [...colors, `<style>${styles}</style>`], markup };
}
