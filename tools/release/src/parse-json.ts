/** The value of a JSON text; `null` when it is none. For documents that a schema looks at next. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
