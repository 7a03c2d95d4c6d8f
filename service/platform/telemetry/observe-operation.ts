import { SpanStatusCode, trace } from '@opentelemetry/api';
import { operations } from './metrics.ts';

const tracer = trace.getTracer('labroom');

/** Measures a root field as a metric and a span. `failed` records the error code of the catalogue. */
export function observeOperation<Result>(
  operation: string,
  run: (failed: (code: string) => void) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(operation, async (span) => {
    const stop = operations.startTimer({ operation });
    let outcome = 'OK';
    try {
      return await run((code) => {
        outcome = code;
      });
    } finally {
      stop({ outcome });
      span.setAttribute('labroom.outcome', outcome);
      if (outcome === 'INTERNAL_ERROR') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
  });
}
