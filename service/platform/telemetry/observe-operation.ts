import { SpanStatusCode, trace } from '@opentelemetry/api';
import { operations, refusals } from './metrics.ts';
import { factsOfRequest } from './request-facts.ts';

const tracer = trace.getTracer('labroom');

/** Measures a root field as a metric, as a span and in the log line of its request. `failed` records the code and the reason of its error. */
export function observeOperation<Result>(
  operation: string,
  run: (failed: (code: string, reason: string | undefined) => void) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(operation, async (span) => {
    const stop = operations.startTimer({ operation });
    let outcome = 'OK';
    let reason: string | undefined;
    try {
      return await run((code, why) => {
        outcome = code;
        reason = why;
        refusals.inc({ operation, code, reason: why ?? '' });
      });
    } finally {
      stop({ outcome });
      factsOfRequest()?.operations.push({ operation, outcome, reason });
      span.setAttribute('labroom.outcome', outcome);
      if (outcome === 'INTERNAL_ERROR') span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    }
  });
}
