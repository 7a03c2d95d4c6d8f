import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { thrownBody } from '#graphql/thrown-body.ts';

/**
 * Answers a connection that never became a request: malformed HTTP, headers too large or too slow. Written to the
 * socket, because there is no reply object.
 */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  // The client is gone, or a response has been started and this text would end up inside it.
  if (!socket.writable || error.code === 'ECONNRESET' || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, type, message } = connectionErrorOf(error.code);
  const requestId = randomUUID();
  const body = JSON.stringify(thrownBody(type, message, requestId));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `x-request-id: ${requestId}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function connectionErrorOf(code: string | undefined) {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, type: 'VALIDATION_FAILED', message: 'The headers are too large.' } as const;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, type: 'TIMEOUT', message: 'The request took too long to arrive.' } as const;
  return { status: 400, type: 'VALIDATION_FAILED', message: 'The HTTP request is malformed.' } as const;
}
