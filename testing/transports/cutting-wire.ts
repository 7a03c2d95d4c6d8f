import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';
import type { Wire } from './steps.ts';

/** What a request of a paying caller is for. */
export const phases = ['quote', 'foresee', 'payment', 'repeat'] as const;
export type Phase = (typeof phases)[number];

/** The places of a request and its answer at which a connection can break, in order. */
export const cutPoints = [
  'before the request',
  'within the header of the request',
  'within the body of the request',
  'after the request',
  'before the answer',
  'within the header of the answer',
  'within the body of the answer',
] as const;
type CutPoint = (typeof cutPoints)[number];

export interface Cut {
  phase: Phase;
  point: CutPoint;
}

/** Decides which connections of callers break, and remembers which did. */
export class Cuts {
  readonly #underWay = new Set<Socket>();
  #planned: Cut[] = [];
  #struck = 0;

  /** Each cut breaks the next request of its phase, one request each. */
  plan(cuts: readonly Cut[]): void {
    this.#planned = [...cuts];
    this.#struck = 0;
  }

  /** How many connections broke since the last plan. */
  get struck(): number {
    return this.#struck;
  }

  /** A request came. @returns where its connection is to break */
  take(phase: Phase): CutPoint | null {
    const index = this.#planned.findIndex((cut) => cut.phase === phase);
    if (index < 0) return null;
    const [cut] = this.#planned.splice(index, 1);
    return cut?.point ?? null;
  }

  begin(near: Socket): void {
    this.#underWay.add(near);
  }

  end(near: Socket): void {
    this.#underWay.delete(near);
  }

  strike(near: Socket): void {
    this.#underWay.delete(near);
    this.#struck += 1;
    near.destroy();
  }

  /** Breaks the connection of every request that has no answer yet. */
  now(): void {
    for (const near of this.#underWay) this.strike(near);
  }
}

/** A proxy between callers and the gateway that breaks connections at a byte. It knows as much of HTTP/1.1 as our client sends. */
export async function startCuttingWire(target: string, cuts: Cuts): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket.setNoDelay(true));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };

  function pass(near: Socket, request: Message): void {
    cuts.begin(near);
    const point = cuts.take(phaseOf(request));
    const sent = partSent(request, point);
    if (sent === null) {
      cuts.strike(near);
      return;
    }
    const far = keep(connect(Number(port), hostname));
    far.write(sent);
    if (sent.length < request.header.length + request.body.length) far.end();
    if (point !== null && isOfRequest(point)) cuts.strike(near);
    let received: Buffer = Buffer.alloc(0);
    far.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (point === 'before the answer' && !near.destroyed) cuts.strike(near);
      const answer = messageIn(received);
      if (!answer) return;
      far.destroy();
      if (!near.destroyed) giveBack(near, answer, point);
    });
    far.on('close', () => {
      if (!messageIn(received)) near.destroy();
    });
  }

  function giveBack(near: Socket, { header, body }: Message, point: CutPoint | null): void {
    if (point !== null) {
      const part =
        point === 'within the header of the answer' ? half(header) : Buffer.concat([header, half(body)]);
      near.write(part, () => cuts.strike(near));
      return;
    }
    cuts.end(near);
    near.write(Buffer.concat([header, body]));
  }

  const server = createServer((near) => {
    keep(near);
    let received: Buffer = Buffer.alloc(0);
    near.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const request = messageIn(received);
      if (!request) return;
      received = received.subarray(request.header.length + request.body.length);
      pass(near, request);
    });
  });
  const { url, close } = await listen(server);
  return {
    url,
    async close() {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

interface Message {
  /** With the empty line. */
  header: Buffer;
  body: Buffer;
}

/** A request or answer with a `content-length`, once it is complete. */
function messageIn(bytes: Buffer): Message | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const header = bytes.subarray(0, end + 4);
  const length = Number(header.toString('latin1').match(/^content-length: (\d+)/im)?.[1] ?? 0);
  const body = bytes.subarray(header.length, header.length + length);
  return body.length === length ? { header, body } : null;
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const isOfRequest = (point: CutPoint) => point.endsWith('the request');

/** What of a request reaches the gateway. */
function partSent({ header, body }: Message, point: CutPoint | null): Buffer | null {
  if (point === 'before the request') return null;
  if (point === 'within the header of the request') return half(header);
  return Buffer.concat([header, point === 'within the body of the request' ? half(body) : body]);
}

function phaseOf({ header }: Message): Phase {
  const text = header.toString('latin1');
  if (/^POST \S+\/foresee /.test(text)) return 'foresee';
  if (/^payment-proof:/im.test(text)) return 'repeat';
  return /^payment-signature:/im.test(text) ? 'payment' : 'quote';
}
