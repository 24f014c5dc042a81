/** A mail to support about one payment; the session's id lets support find it. */
export function supportMail(address: string, sessionId: string): string {
  const subject = `Frage zu meiner Zahlung ${sessionId}`;
  const body = `Guten Tag,\n\nich habe eine Frage zu meiner Zahlung.\n\nSession-ID: ${sessionId}\n\n`;
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
