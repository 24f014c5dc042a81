/**
 * In development alone, for pages that export their reads beside the component: React Refresh takes a module over only
 * when everything that it exports is a component, and would load the whole page again. What a page reads early is asked
 * for when it is opened, so that the old list is right until then.
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
