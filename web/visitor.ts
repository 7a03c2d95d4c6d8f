import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/**
 * [Note: whose request] Where the request comes from that is being served: the address at the other end of its connection, or
 * the one that trusted proxies name. Next itself tells pages nothing but `X-Forwarded-For` as the browser sent it, so it is
 * looked at before Next is, as the request arrives, and is kept beside the request, where no header reaches. One storage for
 * the whole process: Next builds instrumentation, pages and routes apart, each with a copy of this module.
 */
const storageKey = Symbol.for('labroom.visitor');
const shared = globalThis as { [storageKey]?: AsyncLocalStorage<string | undefined> };
shared[storageKey] ??= new AsyncLocalStorage();
const visitor = shared[storageKey];

/** Looks at every request that this process gets from now on. */
export function rememberVisitors(trustedProxies: readonly string[]): void {
  const trusts = proxyAddr.compile([...trustedProxies]);
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    visitor.enterWith(visitorOf(request, trusts));
  });
}

/** `undefined` where a proxy that is trusted names no address, or the connection is gone: that request is nobody's. */
export function visitorOf(
  request: IncomingMessage,
  trusts: ReturnType<typeof proxyAddr.compile>,
): string | undefined {
  if (!request.socket.remoteAddress) return undefined;
  // The interface of a link-local address is known to this machine alone.
  const [address = ''] = proxyAddr(request, trusts).split('%');
  return isIP(address) ? address : undefined;
}

/** What tells the service in whose name the app asks, so that no visitor uses up what the others may ask. */
export function visitorHeaders(): Record<string, string> {
  const address = visitor.getStore();
  return address ? { 'x-visitor-address': address } : {};
}

/** Runs something that is of use to all visitors; the service counts it for the app itself. */
export function withoutVisitor<Result>(run: () => Result): Result {
  return visitor.run(undefined, run);
}
