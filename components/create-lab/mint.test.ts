import { labNftAbi } from '@labroom/contracts/abi';
import { encodeAbiParameters, encodeEventTopics, type TransactionReceipt } from 'viem';
import { describe, expect, it } from 'vitest';
import { oclIdOf } from './mint.ts';

type MinedLog = TransactionReceipt['logs'][number];

const labNft = '0x21949d96D320f0d756Dfe5A59c16360a54835E2E';
const account = '0x28ae08f5bcd4a6c81266adc4869638122dc3d984';
const oclId = `0x0101${'0'.repeat(19)}1${account.slice(2)}` as const;

/** `OclIdentityCreated`, emitted by the contract at `address`. */
function created(address: `0x${string}`, id: `0x${string}`): MinedLog {
  const topics = encodeEventTopics({
    abi: labNftAbi,
    eventName: 'OclIdentityCreated',
    args: { account, oclId: id, tokenId: 1n },
  });
  const data = encodeAbiParameters(
    [{ type: 'bytes32' }, { type: 'uint256' }],
    [`0x${'0'.repeat(64)}`, 31337n],
  );
  return { address, topics, data } as MinedLog;
}

describe('the id of a minted lab', () => {
  it("reads the id from the LabNFT's log, whatever the case of its address", () => {
    const logs = [created(labNft.toLowerCase() as `0x${string}`, oclId)];
    expect(oclIdOf({ logs }, labNft)).toBe(oclId);
  });

  it('ignores the same event of another contract', () => {
    const forged = created('0x1111111111111111111111111111111111111111', `0x0101${'f'.repeat(60)}`);
    expect(oclIdOf({ logs: [forged, created(labNft, oclId)] }, labNft)).toBe(oclId);
    expect(() => oclIdOf({ logs: [forged] }, labNft)).toThrow('did not mint a lab');
  });
});
