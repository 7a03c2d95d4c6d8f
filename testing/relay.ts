import { connect, createServer, type Socket } from 'node:net';
import { listen } from './transports/listen.ts';

/** A proxy whose connections a test can cut and restore. */
export interface Relay {
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  const listening = await listen(server);
  return {
    url: listening.url,
    cut() {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      whole = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await listening.close();
    },
  };
}
