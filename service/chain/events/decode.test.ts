import { event, person } from '@labroom/testing/scripted-chain.ts';
import { parseAbi, toEventSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { decodeLogs } from './decode.ts';
import { knownEvent } from './known-event.ts';

const abi = parseAbi([
  'struct Share { address holder; uint256 amount; }',
  'event Named(string name, address[] people, Share[] shares, uint8 small, bytes32 hash)',
]);
const [named] = abi;
const contract = {
  address: person(1),
  name: 'ocl' as const,
  events: new Map([[toEventSelector(named), knownEvent(named)]]),
  isTokenizer: false,
  bloomBits: { address: [], topics: [] },
};
const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const hash = `0x${'AB'.repeat(32)}` as const;

describe('the arguments of an event', () => {
  test('are JSON that PostgreSQL accepts, whatever strings contain', () => {
    const args = {
      name: 'a\0b 0xABCDEF',
      people: [address],
      shares: [{ holder: address, amount: 2n ** 255n }],
      small: 7,
      hash,
    };
    const log = {
      ...event(contract.address, abi, 'Named', args),
      ...{
        blockNumber: 5,
        logIndex: 0,
        blockHash: hash,
        transactionHash: hash,
        transactionIndex: 0,
      },
    };
    const block = { number: 5, hash, parentHash: hash, timestamp: 1_700_000_000, logsBloom: '0x' as const };
    const senders = new Map([[hash, person(2)]]);
    const range = { headers: [block], logs: [log], senders, followed: [contract] };
    const { events, quarantined } = decodeLogs(31337, range);
    expect(quarantined).toEqual([]);
    expect(events[0]?.args).toEqual({
      name: 'a\uFFFDb 0xABCDEF',
      people: [address.toLowerCase()],
      shares: [{ holder: address.toLowerCase(), amount: (2n ** 255n).toString() }],
      small: 7,
      hash: hash.toLowerCase(),
    });
    expect(events[0]?.txSender).toBe(person(2));
    expect(new Set(events[0]?.addresses)).toEqual(new Set([person(2), address.toLowerCase()]));
  });
});
