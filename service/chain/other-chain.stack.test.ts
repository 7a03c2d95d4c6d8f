import { requireStack } from '@labroom/testing/require-stack.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChainNode } from './create-chain-client.ts';
import { type FaultyNode, startFaultyNode } from './faulty-node.fixture.ts';

let relay: FaultyNode;
beforeAll(async () => {
  relay = await startFaultyNode(requireStack('rpcUrl'));
});
afterAll(() => relay.stop());

/** Makes the node report this chain id. All other requests go to the real node. */
function serveChain(chainId: `0x${string}`) {
  relay.fail(({ id, method }, response) => {
    if (method !== 'eth_chainId') return false;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: chainId }));
    return true;
  });
}

test('a node of another chain gets no request but for its chain id, each time again', async () => {
  const { node, untrustedNode } = createChainNode({ rpcUrl: relay.rpcUrl, chainId: 31337, title: 'local' });
  serveChain('0x1');
  await expect(node.getBlockNumber()).rejects.toThrow('The node serves chain 1');
  await expect(untrustedNode.getBlockNumber()).rejects.toThrow('The node serves chain 1');
  expect(relay.asked.every((method) => method === 'eth_chainId')).toBe(true);

  relay.fail(null);
  relay.asked.length = 0;
  const [block] = await Promise.all([
    node.getBlockNumber(),
    untrustedNode.getBlockNumber(),
    node.getGasPrice(),
  ]);
  expect(block).toBeGreaterThan(0n);
  expect(relay.asked.filter((method) => method === 'eth_chainId')).toHaveLength(1);
});
