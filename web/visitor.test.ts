import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  request as send,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import proxyAddr from '@fastify/proxy-addr';
import { LabsDocument } from '@labroom/client/documents';
import { stringifyDocument } from '@urql/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { forwardToService } from './forward.ts';
import { rememberVisitors, visitorHeaders, visitorOf, withoutVisitor } from './visitor.ts';

const trustNobody = proxyAddr.compile([]);
const trustTheirs = proxyAddr.compile(['10.0.0.0/8', '2001:db8:ffff::/48']);

const from = (remoteAddress: string | undefined, forwarded?: string) => {
  const request = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
  return request as unknown as IncomingMessage;
};

describe('the address of a visitor', () => {
  it.each([
    ['198.51.100.7', undefined],
    ['198.51.100.7', '1.2.3.4'],
    ['10.0.0.1', '1.2.3.4'],
    ['::1', '127.0.0.1, 1.2.3.4'],
  ])('is the peer of the connection, %s, whatever it claims, if no proxy is trusted', (peer, claimed) => {
    expect(visitorOf(from(peer, claimed), trustNobody)).toBe(peer);
  });

  it.each([
    ['the address that the proxy adds', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['only the address that the proxy adds', '10.0.0.1', '1.2.3.4, 198.51.100.7', '198.51.100.7'],
    [
      'the address that the first of several proxies adds',
      '10.0.0.1',
      '1.2.3.4, 2001:db8::7, 10.9.9.9',
      '2001:db8::7',
    ],
    ['the proxy, if it names no address', '10.0.0.1', undefined, '10.0.0.1'],
    ['the peer, if it is not a proxy', '198.51.100.7', '10.0.0.1', '198.51.100.7'],
    ['an IPv4 address in IPv6', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['an address without its zone', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['undefined, if a proxy names no valid address', '10.0.0.1', 'unknown', undefined],
    ['undefined, if the connection is closed', undefined, '198.51.100.7', undefined],
  ])('is %s, if proxies are trusted', (_what, peer, forwarded, visitor) => {
    expect(visitorOf(from(peer, forwarded), trustTheirs)).toBe(visitor);
  });
});

describe('the visitor address sent to the service', () => {
  /** The visitor addresses that the service received. It answers after `release`. */
  let named: (string | undefined)[] = [];
  let release: () => void;
  let released = Promise.resolve();
  const service = createServer(async (request, response) => {
    await text(request);
    named.push(request.headers['x-visitor-address'] as string | undefined);
    await released;
    response.setHeader('content-type', 'application/json').end('{"data":{"labs":{"nodes":[]}}}');
  });

  /** Handler of the app's server. */
  let serve: (request: Request) => Promise<unknown>;
  const app = createServer((async (incoming, response) => {
    const headers = new Headers(incoming.headers as Record<string, string>);
    const body = await text(incoming);
    const answer = await serve(new Request('http://localhost/', { method: 'POST', body, headers }));
    response.end(JSON.stringify(answer) ?? '');
  }) as RequestListener);

  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  let server: typeof import('./query-service.ts');
  beforeAll(async () => {
    rememberVisitors([]);
    for (const one of [service, app]) await once(one.listen(0, '127.0.0.1'), 'listening');
    vi.stubEnv('SERVICE_URL', `http://127.0.0.1:${portOf(service)}`);
    server = await import('./query-service.ts');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    for (const one of [service, app]) one.close();
  });
  beforeEach(() => {
    named = [];
    released = Promise.resolve();
  });

  /** Sends one request from a loopback address. */
  async function visit(localAddress: string, headers: Record<string, string> = {}): Promise<unknown> {
    const asking = send({ host: '127.0.0.1', port: portOf(app), localAddress, method: 'POST', headers });
    asking.end(JSON.stringify({ query: stringifyDocument(LabsDocument) }));
    const [answer] = await once(asking, 'response');
    return JSON.parse((await text(answer)) || 'null');
  }

  const claims = {
    'content-type': 'application/json',
    'x-forwarded-for': '1.2.3.4',
    'x-visitor-address': '1.2.3.4',
    forwarded: 'for=1.2.3.4',
    'x-real-ip': '1.2.3.4',
  };

  it('of a forwarded call is the address of the connection, not a claimed one', async () => {
    const serviceUrl = `http://127.0.0.1:${portOf(service)}`;
    const env = { serviceUrl, serviceCredential: 'credential', proxiesUploads: false };
    serve = async (request) => (await forwardToService(request, env, undefined)).status;
    expect(await visit('127.0.0.7', claims)).toBe(200);
    expect(named).toEqual(['127.0.0.7']);
  });

  it("of a page is its visitor's, also for identical concurrent queries", async () => {
    released = new Promise((resolve) => {
      release = resolve;
    });
    serve = async () => (await server.queryService(LabsDocument, {})).labs.nodes;
    const visits = ['127.0.0.7', '127.0.0.8'].map((address) => visit(address, claims));
    await expect.poll(() => named.toSorted()).toEqual(['127.0.0.7', '127.0.0.8']);
    release();
    expect(await Promise.all(visits)).toEqual([[], []]);
  });

  it('is not sent for data shared by all visitors', async () => {
    serve = () => withoutVisitor(async () => visitorHeaders());
    expect(await visit('127.0.0.7', claims)).toEqual({});
  });

  it('is not sent outside a request', () => {
    expect(visitorHeaders()).toEqual({});
  });
});
