import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpath, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

type DirectoryLock = { release(): Promise<void> };

/**
 * Locks `directory` for this process, or returns undefined if another process has it. The lock is a listening local
 * socket named after the directory, which the kernel closes with its process, also after kill -9.
 */
export async function lockDirectory(directory: string, purpose: string): Promise<DirectoryLock | undefined> {
  const key = createHash('sha256')
    .update(`${purpose}:${await realpath(directory)}`)
    .digest('hex')
    .slice(0, 32);
  const address = socketAddress(key);
  let server = await listen(address);
  if (!server && isFile(address) && !(await isAnswered(address))) {
    await rm(address, { force: true });
    server = await listen(address);
  }
  if (!server) return undefined;
  const held = server;
  held.unref();
  return { release: () => new Promise((resolve) => held.close(() => resolve())) };
}

function socketAddress(key: string): string {
  if (process.platform === 'linux') return `\0labroom-${key}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\labroom-${key}`;
  return path.join(tmpdir(), `labroom-${key}.sock`);
}

/** On systems other than Linux and Windows the socket is a file, which a killed process leaves behind. */
function isFile(address: string): boolean {
  return path.isAbsolute(address) && address.endsWith('.sock');
}

async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  server.listen(address);
  try {
    await once(server, 'listening');
    return server;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
}

async function isAnswered(address: string): Promise<boolean> {
  const probe = connect(address);
  try {
    await once(probe, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    probe.destroy();
  }
}
