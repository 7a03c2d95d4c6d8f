import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of this machine. */
export async function listen(server: Server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Ends all connections of HTTP too. */
    async close(): Promise<void> {
      if (server instanceof HttpServer) server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
