/**
 * In development only: removes `new Function(…)` from libraries whose production builds do not contain it, so that a
 * served area passes the same gate as a release. It belongs to options that are not set here, and the page's policy
 * would refuse it.
 */
export default function refuseCodeFromText(source) {
  return source.replaceAll('new Function(', 'globalThis.nemusRefusesCodeFromText(');
}
