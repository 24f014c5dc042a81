/**
 * React Refresh, once in the page, for shell and areas in development: React tells one registry which components it
 * draws. Areas name their modules by paths of their own folder, which are the same in another area, so that each gets
 * the registry with its own name before every id.
 */
import * as runtime from 'react-refresh/runtime';

globalThis.nemusRefresh = (area) => ({
  ...runtime,
  register: (type, id) => runtime.register(type, `${area} ${id}`),
});
