/**
 * In development alone: takes `new Function(…)` out of libraries whose production builds have none of it, so that a
 * served area passes the same gate as a release. The places are for options that are not set here, and the page's
 * policy would refuse them.
 */
export default function refuseCodeFromText(source) {
  return source.replaceAll('new Function(', 'globalThis.nemusRefusesCodeFromText(');
}
