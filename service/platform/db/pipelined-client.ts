import type { Client } from 'pg';
import { PreparedClient } from './prepared-client.ts';

type Query = (...args: unknown[]) => unknown;

/** A `with` can write. */
const isRead = (text: string) => /^\s*(select\b|with\b(?!.*\b(insert|update|delete)\b))/is.test(text);

/**
 * A connection that sends the `begin` of a transaction in one round trip with the reads that the transaction starts with.
 *
 * [Note: begin travels with reads] If a `begin` failed on a connection that holds, what was sent behind it would take effect without a
 * transaction. So only reads, which may lock rows, go behind an unanswered `begin`. The first other statement, and all after it, wait for the answer.
 */
export class PipelinedClient extends PreparedClient {
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args);
    const send = this.query as Query;
    /** The arguments of a `begin` that is not sent yet. */
    let held: unknown[] | null = null;
    /** Settles with the answer to a `begin` that was sent. */
    let begun: Promise<unknown> | null = null;
    let isWaiting = false;
    const begin = (statement: unknown[]) => {
      held = null;
      isWaiting = false;
      begun = Promise.resolve(send(...statement));
      const forget = () => {
        begun = null;
      };
      begun.then(forget, forget);
    };
    this.query = ((...args: unknown[]) => {
      const text = textOf(args[0]);
      if (text === 'begin') {
        held = args;
        return Promise.resolve();
      }
      if (held) begin(held);
      if (!begun) return send(...args);
      isWaiting ||= !isRead(text);
      if (isWaiting) return begun.then(() => send(...args));
      return Promise.all([begun, send(...args)]).then(([, answer]) => answer);
    }) as Client['query'];
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String(Object(statement).text ?? '');
}
