import { ask, post } from '@labroom/testing/test-client.ts';
import { callGateway } from '@labroom/testing/test-gateway.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';

/** The error object that every channel has, whatever stands beside it (docs/specification/wire.md#errors). */
interface ErrorObject {
  code: unknown;
  message: unknown;
  retryable: unknown;
  requestId: unknown;
  details: unknown;
}

const service = await openTestService();

interface Thrown {
  message: string;
  errorType: string;
  errorInfo: { retryable: boolean; requestId: string; details: object };
}

const ofThrown = ({ message, errorType: code, errorInfo }: Thrown): ErrorObject => {
  const { retryable, requestId, details } = errorInfo;
  return { code, message, retryable, requestId, details };
};

/** How each channel says that an oclId is none. */
const channels: [string, (oclId: string) => Promise<ErrorObject>][] = [
  [
    'a mutation, in its result',
    async (oclId) => {
      const query =
        'mutation($oclId: String!) { createLab(input: { oclId: $oclId }) { error { code message retryable requestId details } } }';
      const { error } = (await ask(service, query, { oclId })).createLab;
      return { ...error, details: JSON.parse(error.details) };
    },
  ],
  [
    'a query, thrown',
    async (oclId) => {
      const query =
        'query($oclId: String!) { labActivity(oclId: $oclId, page: 0, perPage: 1) { nodes { __typename } } }';
      return ofThrown((await post(service, query, { oclId })).body.errors[0]);
    },
  ],
  [
    'a paid call, at the gateway',
    async (oclId) => {
      const query = 'mutation($oclId: String!) { createLab(input: { oclId: $oclId }) { message } }';
      const body = { query, variables: { oclId } };
      return ofThrown((await callGateway(service, { mutation: 'createLab', body })).body.errors[0]);
    },
  ],
  [
    'public data',
    async (oclId) => ofThrown((await (await fetch(`${service.url}/v1/labs/${oclId}`)).json()).errors[0]),
  ],
  [
    'a tool of MCP',
    async (oclId) => {
      const { code, message, retryable, requestId, details } = await callTool('open_lab', { oclId });
      return { code, message, retryable, requestId, details };
    },
  ],
];

async function callTool(name: string, args: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const text = await response.text();
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  return JSON.parse(result.content[0].text);
}

describe('one error object', () => {
  test.each(channels)('of %s', async (_, fail) => {
    expect(await fail(`0x02${'1'.repeat(62)}`)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('oclId'),
      retryable: false,
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      details: { reason: 'INVALID_OCL_ID', field: expect.stringMatching(/oclId$/) },
    });
  });
});
