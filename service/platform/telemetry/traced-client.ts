import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { Client } from 'pg';
import { factsOfRequest } from './request-facts.ts';
import { beginStatement } from './statement-time.ts';

const tracer = trace.getTracer('labroom');
type Query = (...args: unknown[]) => unknown;
const query = Client.prototype.query as Query;

/** A connection that measures its statements, and records them as spans: their text with placeholders, never a value. */
export class TracedClient extends Client {
  #answeredAt = 0;
  override query = ((...args: unknown[]) => {
    const end = beginStatement();
    const facts = factsOfRequest();
    const began = performance.now();
    const span = trace.getActiveSpan()?.isRecording() ? startStatement(textOf(args[0])) : null;
    const ended = (failed: boolean) => {
      end();
      const now = performance.now();
      // A statement that was sent behind another begins when that one is answered.
      if (facts) facts.statementMs += now - Math.max(began, this.#answeredAt);
      this.#answeredAt = now;
      if (span) endStatement(span, failed);
    };
    if (facts) facts.statements += 1;
    // The pool passes a callback; other callers expect a promise.
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const traced = (error: unknown, result: unknown) => {
        ended(Boolean(error));
        callback(error, result);
      };
      return query.apply(this, [...args.slice(0, -1), traced]);
    }
    const answer = query.apply(this, args);
    Promise.resolve(answer).then(
      () => ended(false),
      () => ended(true),
    );
    return answer;
  }) as Client['query'];
}

function startStatement(text: string): Span {
  return tracer.startSpan(text.trimStart().split(/\s/, 1)[0]?.toLowerCase() || 'query', {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  });
}

function endStatement(span: Span, failed: boolean): void {
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement && 'text' in statement ? String(statement.text) : '';
}
