/**
 * In development only, for pages that export their reads next to the component: React Refresh only updates modules
 * whose exports are all components, and would otherwise reload the page. The reads are requested when a page is opened,
 * so the old list is right until then.
 */
export default function refreshPage(source) {
  if (!/^export\b.*\breads\b/m.test(source)) return source;
  return `${source}
import { performReactRefresh } from 'react-refresh/runtime';
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept();
  import.meta.webpackHot.dispose((data) => { data.isDrawn = true; });
  if (import.meta.webpackHot.data?.isDrawn) setTimeout(performReactRefresh);
}
`;
}
