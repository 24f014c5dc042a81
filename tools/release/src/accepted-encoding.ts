/** Whether an `Accept-Encoding` header names an encoding and does not refuse it (RFC 9110 §12.5.3). */
export function acceptsEncoding(accepted: string | readonly string[] | undefined, encoding: 'br' | 'gzip'): boolean {
  return String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}
