/**
 * Whether a call has a body of which its headers may say nothing: that of a call by HTTP/2 needs neither a length nor a type, and body parsers
 * that go by these leave it to whoever reads the stream.
 */
export function hasUnsaidBody(raw: unknown, headers: Readonly<Record<string, unknown>>): boolean {
  const { stream }: { stream?: unknown } = Object(raw);
  if (stream === undefined || headers['content-length'] !== undefined) return false;
  const { endAfterHeaders }: { endAfterHeaders?: unknown } = Object(stream);
  return endAfterHeaders === false;
}
