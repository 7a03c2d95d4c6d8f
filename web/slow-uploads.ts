import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';

/** The lifetime of an upload URL. Node's default of five minutes is too short for a large file on a slow connection. */
const requestTimeoutMilliseconds = 15 * 60_000;

/** Applies the longer timeout to requests that arrive from now on. */
export function allowSlowUploads(): void {
  subscribe('http.server.request.start', (message) => {
    (message as { server: Server }).server.requestTimeout = requestTimeoutMilliseconds;
  });
}
