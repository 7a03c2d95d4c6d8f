import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { requestsOfBody } from '@labroom/protocol/body-limit';
import { JsonBounds } from '@labroom/protocol/json-bounds';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A body that is refused before anything parses it. The message is for the caller. */
export class BodyError extends Error {
  readonly statusCode: 400 | 413 | 415;
  constructor(statusCode: BodyError['statusCode'], message: string) {
    super(message);
    this.name = 'BodyError';
    this.statusCode = statusCode;
  }
}

/** Requests that a body counts for when it is refused because it is too large: discarding it costs less than parsing. */
const requestsOfRefused = (bytes: number) => Math.min(32, Math.ceil(bytes / (512 * 1024)));
/** Of a body that is refused. Then the connection ends. */
const MOST_DISCARDED = 8 * 2 ** 20;
/** Between two chunks of at most 64 KiB that are discarded. */
const DISCARD_PAUSE_MS = 20;

/** Takes further requests from the buckets of a caller. Throws if they have too few. */
type Pay = (requests: number) => Promise<void>;

const payers = new WeakMap<FastifyRequest, Pay>();

/**
 * Names who pays for the bytes of a request's body, beyond the one request that is counted already. A body that is announced is paid
 * for before it is read, one that is not when it has arrived; both before it is parsed. Call in `onRequest`.
 */
export function payForBody(request: FastifyRequest, pay: Pay): void {
  payers.set(request, pay);
}

/**
 * Bounds all bodies while they arrive: their length by the `bodyLimit` of the route, and nesting and number of values of JSON.
 * @param except routes that stream bytes, which have limits of their own
 */
export function boundBodies(app: FastifyInstance, { except }: { except: readonly string[] }): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { headers, raw, routeOptions } = request;
    const announced = headers['content-length'];
    const hasBody = announced !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || except.includes(routeOptions.url ?? '')) return payload;
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding.toLowerCase() !== 'identity')
      throw new BodyError(415, 'Send the body without Content-Encoding.');
    const limit = routeOptions.bodyLimit;
    const pay = payers.get(request);
    if (Number(announced) > limit) {
      await pay?.(requestsOfRefused(Number(announced)) - 1);
      discardRest(raw);
      throw tooLarge(limit);
    }
    const further = announced === undefined ? 0 : requestsOfBody(Number(announced)) - 1;
    if (further > 0) await pay?.(further);
    const isJson = /json/i.test(headers['content-type'] ?? '');
    const meter = new BodyMeter({ limit, paid: further + 1, pay, bounds: isJson ? new JsonBounds() : null });
    raw.once('error', (error) => meter.destroy(error));
    meter.once('error', () => discardRest(raw.unpipe(meter)));
    return payload.pipe(meter);
  });
}

/** Reads and discards the rest of a body, so that a client that is still sending gets the answer; but slowly, and not without end. */
function discardRest(raw: IncomingMessage): void {
  let discarded = 0;
  raw.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MOST_DISCARDED) raw.destroy();
    raw.pause();
    setTimeout(() => raw.resume(), DISCARD_PAUSE_MS);
  });
  raw.resume();
}

const tooLarge = (limit: number) =>
  new BodyError(
    413,
    `The body is larger than ${limit % 2 ** 20 === 0 ? `${limit / 2 ** 20} MiB` : `${limit / 1024} KiB`}.`,
  );

interface Metered {
  limit: number;
  /** Requests that are paid for already. */
  paid: number;
  pay: Pay | undefined;
  bounds: JsonBounds | null;
}

/** Passes on the bytes of a body, until they break a bound. */
class BodyMeter extends Transform {
  /** Read by Fastify, which compares it with the length that was announced. */
  receivedEncodedLength = 0;
  readonly #metered: Metered;

  constructor(metered: Metered) {
    super();
    this.#metered = metered;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const { limit, bounds, paid, pay } = this.#metered;
    this.receivedEncodedLength += chunk.length;
    const refused = this.receivedEncodedLength <= limit ? bounds?.read(chunk) : undefined;
    const unpaid = requestsOfRefused(this.receivedEncodedLength) - paid;
    const refuse = () => done(tooLarge(limit));
    if (this.receivedEncodedLength <= limit) done(refused ? new BodyError(400, refused) : null, chunk);
    else if (pay && unpaid > 0) pay(unpaid).then(refuse, done);
    else refuse();
  }

  override _flush(done: TransformCallback): void {
    const { paid, pay } = this.#metered;
    const unpaid = requestsOfBody(this.receivedEncodedLength) - paid;
    if (pay && unpaid > 0) pay(unpaid).then(() => done(), done);
    else done();
  }
}
