import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { httpRequests } from './metrics.ts';

const tracer = trace.getTracer('labroom');

/** Measures every request, as a metric and as a span that continues the caller's trace (W3C `traceparent`). */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'none';
    const stop = httpRequests.startTimer({ method, route });
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
    });
    context.with(trace.setSpan(parent, span), done);
  });
}
