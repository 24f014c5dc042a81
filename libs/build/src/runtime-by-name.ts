import { NormalModuleReplacementPlugin } from '@rspack/core';
import { commonJsFile, ENTRY_RUNTIME } from './runtime-alias';

/**
 * Lets the bundler's federation plugin import its runtime by name. It writes the absolute path into the text of a module,
 * which is what that module's id is made from: built in another folder, a commit would be another release under the same
 * version, and be refused.
 */
export function runtimeByName() {
  return new NormalModuleReplacementPlugin(/!data:text\/javascript,import%20__module_federation/, (data) => {
    const byPath = encodeURIComponent(JSON.stringify(commonJsFile(ENTRY_RUNTIME)));
    data.request = data.request.replace(byPath, encodeURIComponent(JSON.stringify(ENTRY_RUNTIME)));
  });
}
