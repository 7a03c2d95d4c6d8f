import { describe, expect, test } from 'vitest';
import { decideNames } from './names.ts';

const registry = '0x117B215dcd666dd847cfA84721480D316440FaA9';
const url = 'https://ethereum.example.org';

describe('the sources of names', () => {
  test('are Basenames on Base, then ENS where a node of its chain is configured', () => {
    expect(decideNames({}, 8453)).toMatchObject([
      { node: null, suffix: '.base.eth', reverseParent: '80002105.reverse' },
    ]);
    expect(decideNames({ ENS_RPC_URL: url }, 8453)).toMatchObject([
      { node: null },
      { node: { chainId: 1, rpcUrl: url }, suffix: '', reverseParent: 'addr.reverse' },
    ]);
    expect(decideNames({ ENS_RPC_URL: url }, 84532)).toMatchObject([
      { node: null, suffix: '.basetest.eth', reverseParent: '80014a34.reverse' },
      { node: { chainId: 11155111 } },
    ]);
  });

  test('are none on the local chain, and another registry than the published one, or none, on request', () => {
    expect(decideNames({}, 31337)).toEqual([]);
    expect(decideNames({ NAME_REGISTRY: 'none' }, 8453)).toEqual([]);
    expect(decideNames({ NAME_REGISTRY: registry }, 8453)).toMatchObject([
      { registry, reverseRegistrar: null, suffix: '' },
    ]);
  });
});
