import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { hexToBigInt, numberToHex, parseEther } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localAddresses } from '../../contracts/local-addresses.generated.ts';
import { type DidWorld, rowOf, startDidWorld } from '../testing/did-world.ts';
import type { Bundler, Operation, OperationPrice } from './bundler.ts';
import { remoteBundler } from './remote-bundler.ts';

type Fields = Pick<Operation, 'sender' | 'callData' | 'signature'> &
  Record<keyof OperationPrice | 'nonce', `0x${string}`>;

let world: DidWorld;
let bundler: Bundler;
let url: string;
let asked: { method: string; params: [Fields, string] }[];
/** What the endpoint answers instead of the truth. */
let mood: 'honest' | 'refusing' | 'silent' | 'redirecting' = 'honest';
const server = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(await textOf(request));
  asked.push({ method, params });
  if (mood === 'silent') return request.socket.destroy();
  if (mood === 'redirecting') return response.writeHead(307, { location: 'http://127.0.0.1:1' }).end();
  const answer =
    mood === 'refusing'
      ? { error: { code: -32507, message: 'AA24 signature error' } }
      : { result: method === 'eth_sendUserOperation' ? await bundle(params[0]) : estimate };
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
const estimate = {
  callGasLimit: numberToHex(1_200_000),
  verificationGasLimit: numberToHex(150_000),
  preVerificationGas: numberToHex(60_000),
};

beforeAll(async () => {
  world = await startDidWorld();
  await world.rpc('hardhat_setBalance', [localAddresses.relayerAccount, numberToHex(parseEther('1'))]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/rpc?key=secret`;
  bundler = remoteBundler(world.context.chain, url);
});
afterAll(async () => {
  server.close();
  await world.stop();
});
beforeEach(() => {
  asked = [];
  mood = 'honest';
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** As a bundler would: what it is given, through the EntryPoint. */
async function bundle({ sender, callData, signature, ...fields }: Fields): Promise<string> {
  await world.context.didLinking?.bundler.send({
    sender,
    callData,
    signature,
    nonce: hexToBigInt(fields.nonce),
    callGasLimit: hexToBigInt(fields.callGasLimit),
    verificationGasLimit: hexToBigInt(fields.verificationGasLimit),
    preVerificationGas: hexToBigInt(fields.preVerificationGas),
    maxFeePerGas: hexToBigInt(fields.maxFeePerGas),
    maxPriorityFeePerGas: hexToBigInt(fields.maxPriorityFeePerGas),
  });
  return '0x';
}

async function registeredLab() {
  const oclId = await world.mintLab();
  await world.register(oclId);
  return oclId;
}

test('links through a bundler somewhere else, which the account pays', async () => {
  const oclId = await registeredLab();
  const before = await world.reader.getBalance({ address: localAddresses.relayerAccount });
  await world.work({ bundler });
  await world.index();
  expect(await world.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
  expect(asked.map(({ method }) => method)).toEqual([
    'eth_estimateUserOperationGas',
    'eth_sendUserOperation',
  ]);
  for (const { params } of asked) expect(params[1]).toBe(localAddresses.entryPoint);
  const sent = asked[1]?.params[0];
  expect(sent).toMatchObject(estimate);
  expect(hexToBigInt(sent?.maxFeePerGas ?? '0x0')).toBeGreaterThan(0n);
  expect(asked[0]?.params[0].signature).toHaveLength(2 + 2 * 65);
  expect(await world.reader.getBalance({ address: localAddresses.relayerAccount })).toBeLessThan(before);
});

test.each([
  ['refusing', 'The bundler refuses the operation: AA24 signature error'],
  ['silent', 'The bundler did not answer: HTTP request failed.'],
  ['redirecting', 'The bundler did not answer: HTTP request failed.'],
] as const)('a %s bundler is a failed attempt, and no URL is told', async (how, reason) => {
  const oclId = await registeredLab();
  mood = how;
  await world.work({ bundler });
  const row = await rowOf(world.service, oclId);
  expect(row).toMatchObject({ status: 'PENDING', attempts: 1, lastFailure: reason });
  mood = 'honest';
  await world.work({ bundler });
  await world.index();
  expect(await world.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
});
