import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Moment, Steps, Wire } from './steps.ts';

/**
 * A wire to PostgreSQL that understands as much of its protocol (version 3, "Message Flow") as it takes to count: a step is a
 * connection, or whatever the client sends up to the point where it waits for `ReadyForQuery`.
 */
export async function startPostgresWire(target: string, steps: Steps): Promise<Wire> {
  const to = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    relay(near, far, steps);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function relay(near: Socket, far: Socket, steps: Steps): void {
  let moment: Moment | null = null;
  /** Sent by the client, and not a whole step yet. */
  let collected: Buffer[] = [];
  const strike = (what: string, bytes: Buffer) => {
    moment = steps.take(what);
    if (moment === 'before') near.destroy();
    else far.write(bytes);
  };
  const fromClient = new MessageReader({ startsUntyped: true });
  near.on('data', (chunk: Buffer) => {
    for (const { type, bytes } of fromClient.read(chunk)) {
      if (type === 'startup') strike('connection', bytes);
      else if (type === 'p' || type === 'X') far.write(bytes);
      else collected.push(bytes);
      // A simple query, or the end of an extended one: now the client waits.
      if (type !== 'Q' && type !== 'S') continue;
      const step = collected;
      collected = [];
      strike(statementIn(step), Buffer.concat(step));
    }
  });
  const fromServer = new MessageReader({ startsUntyped: false });
  far.on('data', (chunk: Buffer) => {
    for (const { type, bytes } of fromServer.read(chunk)) {
      if (moment !== 'after') near.write(bytes);
      // It is done, and nobody hears of it.
      else if (type === 'Z') near.destroy();
    }
  });
}

/** The words of a statement, or the name of one that was prepared before. */
function statementIn(messages: readonly Buffer[]): string {
  for (const message of messages) {
    const type = String.fromCharCode(message[0] ?? 0);
    const [first = '', second = ''] = message.subarray(5, 400).toString('utf8').split('\0');
    if (type === 'Q') return brief(first);
    if (type === 'P') return brief(second);
    if (type === 'B') return `prepared ${brief(second)}`;
  }
  return 'nothing';
}

const brief = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 80);

interface Message {
  /** The letter of a message; `startup` for the one without. */
  type: string;
  bytes: Buffer;
}

/** Cuts a stream into messages: a letter, the length of the rest in four bytes, the rest. */
class MessageReader {
  #pending: Buffer = Buffer.alloc(0);
  #isUntyped: boolean;

  constructor({ startsUntyped }: { startsUntyped: boolean }) {
    this.#isUntyped = startsUntyped;
  }

  *read(chunk: Buffer): Generator<Message> {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    for (;;) {
      const lengthAt = this.#isUntyped ? 0 : 1;
      if (this.#pending.length < lengthAt + 4) return;
      const end = lengthAt + this.#pending.readUInt32BE(lengthAt);
      if (this.#pending.length < end) return;
      const bytes = this.#pending.subarray(0, end);
      this.#pending = this.#pending.subarray(end);
      const type = this.#isUntyped ? 'startup' : String.fromCharCode(bytes[0] ?? 0);
      this.#isUntyped = false;
      yield { type, bytes };
    }
  }
}
