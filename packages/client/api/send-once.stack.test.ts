import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { clientOf } from '@labroom/testing/actors.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CreateAnnouncementDocument, LabActivityDocument } from '../documents/documents.generated.ts';
import { sendOnce } from './send-once.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

/** Between client and service: loses the answers to the first two requests that it forwards. */
async function lossyProxy() {
  const keys: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const headers = { ...(request.headers as Record<string, string>) };
    const body = await text(request);
    delete headers['content-length'];
    keys.push(headers['idempotency-key']);
    const answer = await fetch(`${service.url}${request.url}`, { method: 'POST', headers, body });
    const content = await answer.text();
    if (keys.length <= 2) return response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(content);
  });
  return { ...(await listen(server)), keys };
}

test('a mutation whose answers are lost takes effect once, and its caller gets the answer', async () => {
  const proxy = await lossyProxy();
  const owner = clientOf(
    { url: proxy.url, credential: service.credential },
    { session: { wallet: lab.owner.address, serviceToken: lab.token } },
  );
  const announced = { oclId: lab.oclId, headline: 'Once', body: 'None.' };
  const { createAnnouncement } = await owner.call(CreateAnnouncementDocument, announced);
  expect(createAnnouncement.error).toBeNull();
  expect(proxy.keys).toHaveLength(3);
  expect(new Set(proxy.keys)).toEqual(new Set([expect.stringMatching(/^"[0-9a-f-]{36}"$/)]));
  const { labActivity } = await clientOf(service).call(LabActivityDocument, {
    oclId: lab.oclId,
    page: 0,
    perPage: 20,
  });
  const headlines = JSON.stringify(labActivity).match(/"headline":"Once"/g);
  expect(headlines).toHaveLength(1);
  await proxy.close();
});

test('an answer ends it, also one that says that the call can be repeated', async () => {
  const owner = clientOf(service, { session: { wallet: lab.owner.address, serviceToken: lab.token } });
  const seen: string[] = [];
  const sent = sendOnce(async (key) => {
    seen.push(key);
    return owner.call(CreateAnnouncementDocument, { oclId: lab.oclId, headline: '', body: 'None.' });
  }, new AbortController().signal);
  await expect(sent).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  expect(seen).toHaveLength(1);
});
