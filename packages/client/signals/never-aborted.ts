/** A signal that never aborts. Made on demand, because Cloudflare's Workers allow none in the scope of a module. */
export const neverAborted = (): AbortSignal => new AbortController().signal;
