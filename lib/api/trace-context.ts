const pattern = /^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/;

/** A new W3C Trace Context header, so that the service's logs of this request can be found. */
export function newTraceparent(): string {
  return `00-${randomHex(16)}-${randomHex(8)}-01`;
}

/** Returns a valid `traceparent` unchanged, else a new one. The value is untrusted and is logged. */
export function traceparentOf(header: string | null): string {
  return header && pattern.test(header) ? header : newTraceparent();
}

function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}
