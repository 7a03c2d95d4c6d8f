import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { listen } from './listen.ts';
import { MessageReader } from './message-reader.ts';

/** A pooler in transaction mode, as PgBouncer is: a client has a session of the server from a statement to the next moment
 * outside a transaction, and any other session the next time. The session that was given back last is handed out first.
 */
export async function startTransactionPooler(target: string) {
  const sessions: Socket[] = [];
  const clients = new Set<Socket>();
  const idle: Socket[] = [];

  async function newSession(): Promise<Socket> {
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    const socket = (client as unknown as { connection: { stream: Socket } }).connection.stream;
    socket.removeAllListeners('data');
    socket.removeAllListeners('end').removeAllListeners('close').removeAllListeners('error');
    socket.on('error', () => socket.destroy());
    sessions.push(socket);
    return socket;
  }

  async function serve(client: Socket): Promise<void> {
    const fromClient = new MessageReader({ startsUntyped: true });
    let session: Socket | null = null;
    let waiting: Promise<void> = Promise.resolve();
    const send = async (bytes: Buffer) => {
      if (!session) {
        const taken = idle.pop() ?? (await newSession());
        session = taken;
        const fromServer = new MessageReader({ startsUntyped: false });
        taken.on('data', (chunk: Buffer) => {
          for (const { type, bytes: answer } of fromServer.read(chunk)) {
            client.write(answer);
            const isOutside = type === 'Z' && answer.at(-1) === 'I'.charCodeAt(0);
            if (!isOutside) continue;
            taken.removeAllListeners('data');
            session = null;
            idle.push(taken);
          }
        });
      }
      session.write(bytes);
    };
    client.on('data', (chunk: Buffer) => {
      for (const { type, bytes } of fromClient.read(chunk)) {
        if (type === 'X') client.end();
        else if (type === 'startup') client.write(welcome);
        else waiting = waiting.then(() => send(bytes));
      }
    });
  }

  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => client.destroy()).on('close', () => clients.delete(client));
    void serve(client);
  });
  const { port, close } = await listen(server);
  const url = new URL(target);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      for (const socket of [...clients, ...sessions]) socket.destroy();
      await close();
    },
  };
}

/** `AuthenticationOk` and `ReadyForQuery`: accepts every client without a password. */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
