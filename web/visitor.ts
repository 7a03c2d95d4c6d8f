import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** A request, and the address that it comes from. */
interface Visit {
  address: string | undefined;
  /** Whether the service refused something because this visitor asked too often. */
  wasLimited: boolean;
  /** Whether something that the answer shows could not be read. */
  hasGap: boolean;
}

/**
 * [Note: whose request] The address that the current request comes from: the peer of its connection, or the address
 * that trusted proxies name. Next exposes only `X-Forwarded-For` as the browser sent it. So the address is determined
 * before Next handles the request, and stored outside the request, where no header can change it. There is one storage
 * per process, because Next bundles instrumentation, pages and routes separately, each with its own copy of this
 * module.
 */
const storageKey = Symbol.for('labroom.visitor');
const shared = globalThis as { [storageKey]?: AsyncLocalStorage<Visit> };
shared[storageKey] ??= new AsyncLocalStorage();
const visitor = shared[storageKey];

/** Determines the visitor of every request that arrives from now on. */
export function rememberVisitors(trustedProxies: readonly string[]): void {
  const trusts = proxyAddr.compile([...trustedProxies]);
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    visitor.enterWith({ address: visitorOf(request, trusts), wasLimited: false, hasGap: false });
  });
}

/**
 * `undefined` if a trusted proxy names no valid address, or the connection is closed. The request then has no visitor.
 */
export function visitorOf(
  request: IncomingMessage,
  trusts: ReturnType<typeof proxyAddr.compile>,
): string | undefined {
  if (!request.socket.remoteAddress) return undefined;
  // Removes the zone of a link-local address, which has a meaning only on this machine.
  const [address = ''] = proxyAddr(request, trusts).split('%');
  return isIP(address) ? address : undefined;
}

/** The address of the visitor whose request runs. */
export const currentVisitor = (): string | undefined => visitor.getStore()?.address;

/** Header that names the visitor to the service, so that each visitor has a separate rate limit. */
export function visitorHeaders(): Record<string, string> {
  const address = currentVisitor();
  return address ? { 'x-visitor-address': address } : {};
}

/** Notes that the service refused something to the visitor whose request runs, because of a rate limit. */
export function noteLimit(): void {
  const visit = visitor.getStore();
  if (visit) visit.wasLimited = true;
}

/** Notes that something could not be read for the request that runs: what it gets is not what others should get later. */
export function noteGap(): void {
  const visit = visitor.getStore();
  if (visit) visit.hasGap = true;
}

/** @returns what was noted until then for the request that runs now */
export function watchVisit(): () => Pick<Visit, 'wasLimited' | 'hasGap'> {
  const visit = visitor.getStore();
  return () => visit ?? { wasLimited: false, hasGap: false };
}

/** Runs a function for all visitors. The service counts its calls for the app itself. */
export function withoutVisitor<Result>(run: () => Result): Result {
  return visitor.run({ address: undefined, wasLimited: false, hasGap: false }, run);
}
