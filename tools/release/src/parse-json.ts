/** The value of a JSON text; `null` for invalid JSON. For documents that a schema validates next. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
