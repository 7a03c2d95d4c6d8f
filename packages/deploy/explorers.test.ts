import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@labroom/testing/transports/listen.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { etherscan, type Submission, sourcify } from './explorers.ts';

const submission: Submission = {
  deployed: {
    name: 'LabNFT',
    contract: 'LabNFT',
    address: '0x526Ab05D2463dFE300306e9c06a3D0F43B7D2bB3',
    salt: `0x${'00'.repeat(32)}`,
    createdBy: null,
    constructorArguments: '0xabcd',
    codeHash: `0x${'11'.repeat(32)}`,
    transactionHash: `0x${'22'.repeat(32)}`,
  },
  input: { language: 'Solidity', sources: {}, settings: {} },
  compilerVersion: '0.8.37+commit.f401782d',
  identifier: 'project/contracts/src/LabNFT.sol:LabNFT',
};

interface Received {
  method: string | undefined;
  url: URL;
  body: string;
}

let received: Received[];
let answers: { status?: number; body: object | string }[];
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen(
    createServer(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://explorer');
      received.push({ method: request.method, url, body: await text(request) });
      const { status = 200, body } = answers.shift() ?? { status: 500, body: 'no answer' };
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    }),
  );
});
afterAll(() => server.close());
beforeEach(() => {
  received = [];
  answers = [];
});
const waiting = { everyMs: 1, attempts: 3 };

it('submits standard JSON to Sourcify and waits for the match', async () => {
  answers = [
    { status: 202, body: { verificationId: 'job-1' } },
    { body: { isJobCompleted: false } },
    { body: { isJobCompleted: true, contract: { match: 'match' } } },
  ];
  expect(await sourcify(server.url, waiting)(84532, submission)).toBe('match');
  expect(received.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    `POST /v2/verify/84532/${submission.deployed.address}`,
    'GET /v2/verify/job-1',
    'GET /v2/verify/job-1',
  ]);
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    stdJsonInput: submission.input,
    compilerVersion: submission.compilerVersion,
    contractIdentifier: submission.identifier,
    creationTransactionHash: submission.deployed.transactionHash,
  });
});

it('reports what Sourcify reports', async () => {
  const submit = sourcify(server.url, waiting);
  answers = [{ status: 409, body: { customCode: 'already_verified', message: 'x' } }];
  expect(await submit(84532, submission)).toBe('already verified');
  answers = [
    { status: 400, body: { customCode: 'unsupported_chain', message: 'The chain is not supported' } },
  ];
  await expect(submit(84532, submission)).rejects.toThrow('The chain is not supported');
  answers = [
    { status: 202, body: { verificationId: 'job' } },
    { body: { isJobCompleted: true, contract: { match: null }, error: { message: 'Bytecodes differ' } } },
  ];
  await expect(submit(84532, submission)).rejects.toThrow('Bytecodes differ');
});

it('submits standard JSON to an Etherscan-compatible explorer and waits for the result', async () => {
  answers = [
    { body: { status: '1', message: 'OK', result: 'guid-1' } },
    { body: { status: '0', message: 'NOTOK', result: 'Pending in queue' } },
    { body: { status: '1', message: 'OK', result: 'Pass - Verified' } },
  ];
  expect(await etherscan(`${server.url}/v2/api`, 'key', waiting)(84532, submission)).toBe('Pass - Verified');
  const [submitted, asked] = received;
  expect(submitted?.method).toBe('POST');
  expect(submitted?.url.pathname).toBe('/v2/api');
  expect(Object.fromEntries(submitted?.url.searchParams ?? [])).toEqual({ chainid: '84532', apikey: 'key' });
  expect(Object.fromEntries(new URLSearchParams(submitted?.body))).toEqual({
    module: 'contract',
    action: 'verifysourcecode',
    codeformat: 'solidity-standard-json-input',
    sourceCode: JSON.stringify(submission.input),
    contractaddress: submission.deployed.address,
    contractname: submission.identifier,
    compilerversion: 'v0.8.37+commit.f401782d',
    constructorArguements: 'abcd',
  });
  expect(Object.fromEntries(asked?.url.searchParams ?? [])).toEqual({
    chainid: '84532',
    module: 'contract',
    action: 'checkverifystatus',
    guid: 'guid-1',
    apikey: 'key',
  });
});

it('reports what the explorer reports, also an answer that is not JSON and a job that does not end', async () => {
  const submit = etherscan(server.url, 'key', waiting);
  answers = [{ body: { status: '0', result: 'Contract source code already verified' } }];
  expect(await submit(84532, submission)).toBe('already verified');
  answers = [{ body: { status: '0', result: 'Invalid API Key' } }];
  await expect(submit(84532, submission)).rejects.toThrow('Invalid API Key');
  answers = [{ status: 502, body: '<html>' }];
  await expect(submit(84532, submission)).rejects.toThrow('HTTP 502: <html>');
  const pending = { body: { status: '0', result: 'Pending in queue' } };
  answers = [{ body: { status: '1', result: 'guid' } }, pending, pending, pending];
  await expect(submit(84532, submission)).rejects.toThrow('did not finish in time');
});
