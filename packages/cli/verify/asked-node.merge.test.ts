import { contractFailures, nodeFailures, startFailingNode } from '@labroom/testing/failing-node.ts';
import { encodeAbiParameters, hashMessage, numberToHex, serializeErc6492Signature } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { askNode } from './asked-node.ts';

const signer = privateKeyToAccount(generatePrivateKey());
const hash = hashMessage('a request');
const contract = `0x${'c'.repeat(40)}` as const;

const nodes: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
});

async function nodeWith(respond: Parameters<typeof startFailingNode>[0]) {
  const node = await startFailingNode(respond);
  nodes.push(node);
  return askNode(node.url);
}
const signed = async () => ({ address: contract, hash, signature: await signer.sign({ hash }) });

describe('a signature of a contract', () => {
  test.each(Object.entries(nodeFailures))('is unverified after %s', async (_, fail) => {
    const node = await nodeWith((_call, response) => void fail(response));
    expect(await node.verifyHash(await signed())).toBeNull();
    expect(node.isSilent).toBe(true);
  });

  test.each(Object.entries(contractFailures))('is invalid after %s', async (_, fail) => {
    const node = await nodeWith((_call, response) => void fail(response));
    expect(await node.verifyHash(await signed())).toBe(false);
    expect(node.isSilent).toBe(false);
  });

  test('is valid if the contract says so', async () => {
    const node = await nodeWith(() => encodeAbiParameters([{ type: 'bool' }], [true]));
    expect(await node.verifyHash(await signed())).toBe(true);
  });

  test.each([
    ['is sent with its prepare call while the contract is not deployed', '0x', true],
    ['is sent without its prepare call once the contract is deployed', '0x00', false],
  ])('by ERC-6492 %s', async (_, code, isPrepared) => {
    const sent: string[] = [];
    const node = await nodeWith(({ method, params }) => {
      if (method === 'eth_getCode') return code;
      sent.push(JSON.stringify(params));
      return encodeAbiParameters([{ type: 'bool' }], [true]);
    });
    const { signature, ...rest } = await signed();
    const data = `0x${'5afe'.repeat(8)}` as const;
    const wrapped = serializeErc6492Signature({ address: contract, data, signature });
    expect(await node.verifyHash({ ...rest, signature: wrapped })).toBe(true);
    expect(sent.join().includes(data.slice(2))).toBe(isPrepared);
  });
});

describe('a receipt', () => {
  test.each(Object.entries(nodeFailures))('is missing after %s, and the node is silent', async (_, fail) => {
    const node = await nodeWith((_call, response) => void fail(response));
    expect(await node.receiptOf(hash)).toBeUndefined();
    expect(node.isSilent).toBe(true);
  });

  test('that the chain does not have is missing, and the node is not silent', async () => {
    const node = await nodeWith(({ method }, response) => {
      if (method === 'eth_blockNumber') return numberToHex(1);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: null }));
    });
    expect(await node.receiptOf(hash)).toBeUndefined();
    expect(node.isSilent).toBe(false);
  });
});
