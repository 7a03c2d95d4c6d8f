/** Largest body of `/graphql`, and of paid calls that carry the text of a file or an announcement, in bytes. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Largest body of every other route, in bytes. Uploads of bytes have limits of their own. */
export const MAX_SMALL_BODY_BYTES = 64 * 1024;

/** Nesting of arrays and objects in a body. */
export const MAX_JSON_DEPTH = 64;

/** Values of a body: items, members, arrays and objects. A change of 10,000 entries has 30,000. */
export const MAX_JSON_VALUES = 65_536;

/** Bytes of a body that one request of a rate limit pays for. */
const BYTES_PER_REQUEST = 16 * 1024;

/** How many requests a body counts as, at least one. */
export const requestsOfBody = (bytes: number): number => Math.max(1, Math.ceil(bytes / BYTES_PER_REQUEST));
