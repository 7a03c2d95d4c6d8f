import 'server-only';
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

/**
 * Next sets the content type of a route's answer as a list, which its own compression does not recognize
 * (https://github.com/vercel/next.js/issues/98007). Sets it as a string, for responses to requests that arrive from now on.
 */
export function compressRoutes(): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse };
    const { setHeader } = response;
    response.setHeader = (name, value) => {
      const isListOfType = name.toLowerCase() === 'content-type' && Array.isArray(value);
      return setHeader.call(response, name, isListOfType ? value.join() : value);
    };
  });
}
