import 'server-only';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { FairTurns, NoTurnError } from '@labroom/protocol/fair-turns';
import { networkOf } from '@labroom/protocol/network-of';
import { type BudgetState, ProcessorBudget } from '@labroom/protocol/processor-budget';
import { type PageVersions, pageVersions } from './page-versions.ts';
import { SharedPages } from './shared-pages.ts';
import { currentVisitor, watchVisit } from './visitor.ts';

const REQUEST_START = 'http.server.request.start';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Files of the build, which cost nothing, and uploads, which are streamed. */
const withoutTurn = /^\/(?:_next\/static\/|api\/uploads(?:\?|$))/;

/** Caches keep these, so that what is left to one visitor is of no use to others. */
const keptByCaches = /^\/(?:marks|cards)\//;

/**
 * Admits the requests of this server by what they cost, before Next sees them: one network after another gets the processor, and each
 * has so much of its time per minute. A page takes as long as twenty reads of the service, so a few visitors could stop it for all others.
 * Call after `rememberVisitors`, because the visitor says which network asks.
 * @param perMinuteMs `null`: not limited. Networks take turns all the same
 * @returns `stop` leaves servers alone that have had no request yet
 */
export function takeTurns(perMinuteMs: number | null): { stop(): void } {
  const admitted = new WeakSet<Server>();
  const admit = admission(perMinuteMs);
  // Next creates the server, and has no hook before its own listener.
  const admitServer = (message: unknown) => {
    const { server } = message as { server: Server };
    if (admitted.has(server)) return;
    admitted.add(server);
    const handlers = server.listeners('request') as Handle[];
    server.removeAllListeners('request');
    server.on('request', (request, response) =>
      admit(request, response, () => {
        for (const handle of handlers) handle.call(server, request, response);
      }),
    );
  };
  subscribe(REQUEST_START, admitServer);
  return { stop: () => void unsubscribe(REQUEST_START, admitServer) };
}

/** Returns what runs a request at its turn, or answers with the page that another one renders, or with 429. */
export function admission(
  perMinuteMs: number | null,
  visitorOf: () => string | undefined = currentVisitor,
  versions: PageVersions = pageVersions(),
) {
  const turns = new FairTurns({
    atOnce: { alone: 4, shared: 2 },
    inAll: 16,
    givesWay: { to: 'networks', times: 4 },
    maxWaiting: 512,
    maxWaitMs: 10_000,
    processorMs,
    busyMs: () => performance.eventLoopUtilization().active,
  });
  const budget = perMinuteMs === null ? null : new ProcessorBudget(perMinuteMs);
  const pages = new SharedPages(versions);

  return async (request: IncomingMessage, response: ServerResponse, run: () => void): Promise<void> => {
    const url = request.url ?? '/';
    if (withoutTurn.test(url)) return run();
    const network = networkOf(visitorOf() ?? 'unknown');
    const state = budget?.stateOf(network);
    if (state && !keptByCaches.test(url)) tellRate(response, state, perMinuteMs ?? 0);
    if (state && state.wait > 0) return refuse(request, response, state.wait);
    const left = new AbortController();
    const leave = () => left.abort();
    response.once('close', leave);
    try {
      await pages.answer(request, response, left.signal, {
        enter: (signal) => turns.enter(network, signal),
        visit: watchVisit(),
        run: (turn, answer = run) => {
          response.once('close', () => budget?.spend(network, turn.end()) ?? turn.end());
          answer();
        },
      });
    } catch (error) {
      if (!(error instanceof NoTurnError)) throw error;
      if (!left.signal.aborted) refuse(request, response, error.retryAfterSeconds);
    } finally {
      response.off('close', leave);
    }
  };
}

/** As the service does (docs/specification/limits.md#rates). */
function tellRate(response: ServerResponse, { left, fullIn, wait }: BudgetState, perMinuteMs: number): void {
  response.setHeader('ratelimit-policy', `"processor";q=${perMinuteMs};w=60`);
  response.setHeader('ratelimit', `"processor";r=${left};t=${Math.ceil(wait || fullIn)}`);
}

function refuse(request: IncomingMessage, response: ServerResponse, wait: number): void {
  const seconds = Math.max(1, Math.ceil(wait));
  const message = `Too many requests from your network. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  const requestId = crypto.randomUUID();
  const isPage = request.headers.accept?.includes('text/html') ?? false;
  const details = { retryAfterSeconds: seconds };
  const errorInfo = { ...details, requestId, retryable: true, details };
  const extensions = { code: 'RATE_LIMITED', ...errorInfo };
  const body = isPage
    ? `<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests · Labroom</title><h1>Too many requests</h1><p>${message}</p></html>`
    : JSON.stringify({ errors: [{ message, errorType: 'RATE_LIMITED', errorInfo, extensions }] });
  response.writeHead(429, {
    'retry-after': String(seconds),
    'cache-control': 'no-store',
    'content-type': `${isPage ? 'text/html' : 'application/json'}; charset=utf-8`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  });
  response.end(body);
}

/** Of the thread that renders. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
