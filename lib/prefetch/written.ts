let latest = Number.NEGATIVE_INFINITY;
let listener = () => undefined;

/** Milliseconds since this page last changed something in the service or on the chain. */
export const sinceWritten = (): number => Date.now() - latest;

/** To be called when something was changed: what was fetched before may be out of date. */
export function noteWritten(): void {
  latest = Date.now();
  listener();
}

/** Calls `forget` with each change. */
export function onWritten(forget: () => undefined): void {
  listener = forget;
}
