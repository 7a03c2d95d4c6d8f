import { execFileSync, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { freePort } from '@labroom/testing/free-port.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, expect, test } from 'vitest';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

const spans: ExportedSpan[] = [];
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as {
    resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
  };
  for (const resource of body.resourceSpans)
    for (const scope of resource.scopeSpans) spans.push(...scope.spans);
  response.setHeader('content-type', 'application/json').end('{}');
});

const { url, close } = await listen(collector);
const service = await openTestService();
const metricsPort = await freePort();
const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
const replica = await service.startReplica({
  METRICS_PORT: String(metricsPort),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_BSP_SCHEDULE_DELAY: '50',
});
afterAll(close);

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';

function ask(query: string) {
  return fetch(`${replica.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: service.credential,
      'content-type': 'application/json',
      traceparent: `00-${traceId}-${parentId}-01`,
    },
    body: JSON.stringify({ query }),
  });
}

test("a caller's trace continues to the operation and the SQL statement, without values or secrets", async () => {
  const response = await ask('{ labs(search: "a word of mine") { totalCount } }');
  expect(response.status).toBe(200);
  const mine = () => spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => mine().map(({ name }) => name)).toContain('POST /graphql');
  const named = (name: string) => mine().find((span) => span.name === name);
  const [request, operation] = [named('POST /graphql'), named('labs')];
  expect(request?.parentSpanId).toBe(parentId);
  expect(operation?.parentSpanId).toBe(request?.spanId);
  const statements = mine().filter((span) => span.parentSpanId === operation?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(JSON.stringify(statements)).toContain('from \\"labs\\"');
  const requestId = response.headers.get('x-request-id');
  expect(JSON.stringify(request?.attributes)).toContain(requestId);
  const everything = JSON.stringify(spans);
  expect(everything).not.toContain('a word of mine');
  expect(everything).not.toContain(service.credential);
});

test('metrics on their own port count requests, root fields by outcome, and rows that wait in the database', async () => {
  await ask('mutation { generateDataEncryptionKey { error { code } } }');
  await ask('{ nothing }');
  const read = async () => (await fetch(metricsUrl)).text();
  await expect
    .poll(read)
    .toContain('labroom_http_request_duration_seconds_count{method="POST",route="/graphql",status="400"} 1');
  const text = await read();
  expect(text).toContain(
    'labroom_graphql_operation_duration_seconds_count{operation="generateDataEncryptionKey",outcome="UNAUTHENTICATED"} 1',
  );
  expect(text).toContain('labroom_did_links{status="PENDING"} 0');
  expect(text).toContain('labroom_database_connections{state="waiting"} 0');
  expect(text).toMatch(/labroom_indexer_lag_blocks \d+/);
  expect(text).toMatch(/labroom_dependency_seconds_count\{dependency="node",outcome="ok"\} [1-9]/);
  for (const dependency of ['database', 'chain', 'storage'])
    expect(text).toContain(`labroom_ready{dependency="${dependency}"} 1`);
  expect(text).toContain('labroom_oldest_seconds{waiting="payment"} 0');
  // Nothing embeds documents here, so they do not wait.
  expect(text).not.toContain('waiting="embedding"');
  expect(text).toMatch(/labroom_database_bytes [1-9]/);
  expect(text).toMatch(/labroom_chain_head_age_seconds \d/);
  expect((await fetch(`${replica.url}/metrics`)).status).toBe(404);
  expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.runIf(hasPromtool)("the metrics of a running service are what Debian's promtool expects", async () => {
  await ask('{ labs { totalCount } }');
  const text = await (await fetch(metricsUrl)).text();
  expect(text).toMatch(/labroom_build_info\{version="[^"]+",commit="[0-9a-f]{40}"\} 1/);
  expect(text).toMatch(/nodejs_eventloop_lag_p90_seconds \d/);
  // What it finds is on standard error, and ends it with another code.
  execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: 'pipe' });
});

test('the consumers with the most requests are named by their ids', async () => {
  await ask('{ labs { totalCount } }');
  const id = service.credential.split('_')[2];
  const read = async () => (await fetch(metricsUrl)).text();
  await expect.poll(read).toMatch(new RegExp(`labroom_top_consumers_requests\\{consumer="${id}"\\} [1-9]`));
  const text = await read();
  expect(text).toMatch(new RegExp(`labroom_top_consumers_statement_seconds\\{consumer="${id}"\\} 0\\.\\d+`));
  expect(text).not.toContain(service.credential);
});

test('a node that does not answer does not block the metrics', async () => {
  const silent = await listen(createServer(() => {}));
  const metricsPort = await freePort();
  const waiting = await service.startReplica({
    METRICS_PORT: String(metricsPort),
    RPC_URL: silent.url,
  });
  // Prometheus's default timeout.
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { signal });
  const text = await response.text();
  expect(text).toContain('labroom_uploads_open 0');
  expect(text).not.toMatch(/labroom_indexer_lag_blocks \d/);
  expect(text).toContain('labroom_ready{dependency="chain"} 0');
  await waiting.stop();
  await silent.close();
});
