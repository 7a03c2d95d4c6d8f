import {
  context,
  isValidTraceId,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { httpRequests } from './metrics.ts';
import { type RequestFacts, withFacts } from './request-facts.ts';
import { countConsumer } from './top-consumers.ts';

const tracer = trace.getTracer('labroom');

/**
 * Measures every request, as a metric, as a span that continues the caller's trace (W3C `traceparent`), and as one line of the log that names who
 * asked for what.
 */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const stop = httpRequests.startTimer({ method, route });
    const began = performance.now();
    const facts: RequestFacts = { operations: [], statements: 0, statementMs: 0 };
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = {
      'http.request.method': method,
      'http.route': route,
      'labroom.request_id': request.id,
    };
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    reply.raw.once('close', () => {
      const status = reply.statusCode;
      stop({ status });
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      const ms = performance.now() - began;
      countConsumer(facts, ms);
      const level = status >= 500 ? 'warn' : 'info';
      request.log[level](
        {
          method,
          route,
          status,
          ms: rounded(ms),
          ...lineOf(facts),
          ...sizeOf(reply),
          ...traceOf(span),
        },
        'request',
      );
    });
    withFacts(facts, () => context.with(trace.setSpan(parent, span), done));
  });
}

const rounded = (ms: number) => Math.round(ms * 10) / 10;

/** Operations named in a line. */
const mostNamed = 10;

function lineOf({ operations, statements, statementMs, ...who }: RequestFacts) {
  const failed = operations.find(({ outcome }) => outcome !== 'OK');
  return {
    ...(operations.length > 0 && {
      operation: operations
        .slice(0, mostNamed)
        .map(({ operation }) => operation)
        .join(' '),
      outcome: failed?.outcome ?? 'OK',
    }),
    ...(failed?.reason && { reason: failed.reason }),
    ...who,
    ...(statements > 0 && { statements, statementMs: rounded(statementMs) }),
  };
}

function sizeOf(reply: FastifyReply): { bytes?: number } {
  const length = Number(reply.getHeader('content-length'));
  return Number.isFinite(length) ? { bytes: length } : {};
}

function traceOf(span: Span): { trace?: string } {
  const { traceId } = span.spanContext();
  return isValidTraceId(traceId) ? { trace: traceId } : {};
}
