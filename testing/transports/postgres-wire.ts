import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';
import { MessageReader } from './message-reader.ts';
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
  const { port, close } = await listen(server);
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

function relay(near: Socket, far: Socket, steps: Steps): void {
  /** How the steps that are not answered yet break. */
  const unanswered: (Moment | null)[] = [];
  /** Sent by the client, and not a whole step yet. */
  let collected: Buffer[] = [];
  const strike = (what: string, bytes: Buffer) => {
    // What is sent behind a step that breaks is lost with it.
    if (unanswered.some((moment) => moment !== null)) return;
    const moment = steps.take(what);
    unanswered.push(moment);
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
      const isLost = unanswered[0] === 'after';
      if (!isLost) near.write(bytes);
      if (type !== 'Z') continue;
      // It is done, and nobody hears of it.
      if (isLost) near.destroy();
      unanswered.shift();
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
