import { createHash } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/**
 * The limit: a socket without an HTTP parser. Hashes, writes and syncs the body before it responds; GET returns the newest
 * bytes from memory. One request per connection at a time, without checks.
 */
const [directory = '', port] = process.argv.slice(2);
const end = Buffer.from('\r\n\r\n');
const parts: Buffer[] = [];
let served = Buffer.alloc(0);
let number = 0;

createServer((socket) => {
  let left = 0;
  let file = 0;
  let hash = createHash('sha256');
  const begin = (head: string) => {
    if (head.startsWith('GET')) {
      if (parts.length > 0) served = Buffer.concat(parts.splice(0));
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${served.length}\r\n\r\n`);
      socket.write(served);
      return;
    }
    left = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    hash = createHash('sha256');
    parts.splice(0);
    number += 1;
    file = openSync(join(directory, `limit-${number}`), 'w');
  };
  socket.on('data', (chunk) => {
    let body = chunk;
    if (left === 0) {
      const at = chunk.indexOf(end);
      begin(chunk.toString('latin1', 0, at));
      body = chunk.subarray(at + end.length);
    }
    if (left === 0 || body.length === 0) return;
    hash.update(body);
    writeSync(file, body);
    parts.push(body);
    left -= body.length;
    if (left > 0) return;
    fdatasyncSync(file);
    closeSync(file);
    socket.write(`HTTP/1.1 200 OK\r\netag: "${hash.digest('hex')}"\r\ncontent-length: 0\r\n\r\n`);
  });
  socket.on('error', () => {});
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
