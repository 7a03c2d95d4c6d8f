import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** As long as an upload URL is valid. Node's own five minutes are too few for a large file over a slow line. */
const requestTimeoutMilliseconds = 15 * 60_000;

/** Lets the requests that this process gets from now on arrive slowly. */
export function allowSlowUploads(): void {
  subscribe('http.server.request.start', (message) => {
    (message as { server: Server }).server.requestTimeout = requestTimeoutMilliseconds;
  });
}
