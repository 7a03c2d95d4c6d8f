import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GET } from './route.ts';

const oclId = `0x0101${'0'.repeat(18)}07${'ab'.repeat(20)}`;
const errors = (errorType: string) => ({
  data: null,
  errors: [{ message: 'Said by the service.', errorType, errorInfo: { requestId: 'r' } }],
});
/** What the service answers about the lab on the chain. */
let minted: object;
const service = createServer(async (request, response) => {
  const isLab = (await text(request)).includes('labWithDataRoomAndFiles');
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(isLab ? { data: { labWithDataRoomAndFiles: null } } : minted));
});
let close: () => Promise<void>;

beforeAll(async () => {
  const listening = await listen(service);
  close = listening.close;
  vi.stubEnv('SERVICE_URL', listening.url);
});
afterAll(() => close());

const statusOf = async (answer: object) => {
  minted = answer;
  const { status, headers } = await GET(new Request('http://web.example'), {
    params: Promise.resolve({ id: oclId }),
  });
  return [status, headers.get('cache-control')];
};

test('a lab that is not registered is there if the chain has it, and not found only if the chain has not', async () => {
  const status = { oclId, status: null };
  expect(await statusOf({ data: { getDidLinkStatus: { didLinkStatus: status } } })).toEqual([
    200,
    expect.stringContaining('max-age=60'),
  ]);
  expect(await statusOf(errors('NOT_FOUND'))).toEqual([404, 'no-store']);
});

test('what could not be read is not called missing', async () => {
  for (const code of ['UPSTREAM_UNAVAILABLE', 'RATE_LIMITED', 'TIMEOUT', 'INTERNAL_ERROR'])
    expect(await statusOf(errors(code))).toEqual([503, 'no-store']);
});
