/**
 * React Refresh, once in the page, for shell and areas in development: React reports its components to one registry.
 * Areas identify modules by paths in their own folder, which may be the same in another area, so each area's ids get
 * its name as a prefix. After an update the page hears of it: an area that failed has no root left to refresh.
 */
import * as runtime from 'react-refresh/runtime';

globalThis.nemusRefresh = (area) => ({
  ...runtime,
  register: (type, id) => runtime.register(type, `${area} ${id}`),
  performReactRefresh: () => {
    const update = runtime.performReactRefresh();
    dispatchEvent(new CustomEvent('nemus:refreshed', { detail: area }));
    return update;
  },
});
