import { describe, expect, it } from 'vitest';
import type { OnChainEvent } from '../core/onchain/describe-event.ts';
import { describeEvent } from '../core/onchain/describe-event.ts';
import { describeArgument } from './describe-argument.ts';
import { groupByTransaction } from './group-by-transaction.ts';

const nobody = `0x${'0'.repeat(40)}`;
const event = (id: string, txHash: string, more: Partial<OnChainEvent> = {}): OnChainEvent => ({
  id,
  txHash,
  contractAddress: '0xc',
  contractName: 'ocl',
  eventName: 'Transfer',
  blockNumber: Number(id.split(':')[0]),
  blockTimestamp: '2026-11-20T10:00:00.000Z',
  logIndex: Number(id.split(':')[1]),
  args: {},
  ...more,
});

it('groups the events of a transaction in log order', () => {
  const feed = [event('9:1', '0xb'), event('9:0', '0xb'), event('7:4', '0xa'), event('7:2', '0xa')];
  expect(groupByTransaction(feed).map(({ txHash, events }) => [txHash, events.map(({ id }) => id)])).toEqual([
    ['0xb', ['9:0', '9:1']],
    ['0xa', ['7:2', '7:4']],
  ]);
  expect(groupByTransaction([])).toEqual([]);
});

describe('describing an event', () => {
  const titleOf = (more: Partial<OnChainEvent>) => describeEvent(event('1:0', '0xa', more)).title;

  it('distinguishes a mint, a transfer and a burn', () => {
    expect(titleOf({ eventName: 'OclTransfer', args: { from: nobody } })).toBe('Lab minted');
    expect(titleOf({ eventName: 'OclTransfer', args: { from: '0x1' } })).toBe('Lab transferred');
    const ipt = (args: object) => titleOf({ contractName: 'ipt', args });
    expect(ipt({ from: nobody, to: '0x1' })).toBe('Tokens issued');
    expect(ipt({ from: '0x1', to: nobody })).toBe('Tokens burned');
    expect(ipt({ from: '0x1', to: '0x2' })).toBe('Tokens transferred');
    expect(titleOf({ contractName: 'ipnft', args: {} })).toBe('IP-NFT moved');
  });

  it("falls back to the event's name in words", () => {
    expect(titleOf({ eventName: 'OwnershipTransferStarted' })).toBe('Ownership transfer started');
    expect(describeArgument('whoKnows', '7', 'X')).toEqual({ label: 'whoKnows', kind: 'text' });
    expect(describeArgument('whoKnows', nobody, 'X').kind).toBe('address');
    expect(describeArgument('whoKnows', `${nobody}00`, 'X').kind).toBe('hex');
  });
});
