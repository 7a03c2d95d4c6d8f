import { decodeFunctionData, encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { networks } from '../../../contracts/networks.ts';
import { grantRole } from './grant-role.ts';
import { mintLab } from './mint-lab.ts';
import { revokeRole } from './revoke-role.ts';
import type { Transaction } from './transaction.ts';

const network = networks[31337];
const lab = { oclId: `0x0101${'0'.repeat(19)}1${'a'.repeat(40)}`, name: 'Open phage bank' };
const account = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** What the contract would read out of the bytes that are sent. */
function sent({ request: { abi, functionName, args } }: Transaction) {
  return decodeFunctionData({ abi, data: encodeFunctionData({ abi, functionName, args }) });
}

describe('grantRole', () => {
  it('says and sends the same role, wallet and end', () => {
    const expiry = new Date('2027-01-31T22:59:59.000Z');
    const transaction = grantRole({ network, lab, account, role: 'CONTRIBUTOR', expiry, isAgent: true });
    expect(transaction.describe.title).toBe('Grant contributor');
    expect(transaction.describe.effect).toBe(
      `${account} is a contributor of Open phage bank until 2027-01-31 22:59 UTC. An earlier role of this wallet is replaced.`,
    );
    expect(transaction.describe.facts).toContainEqual({ label: 'Role', value: 'contributor, as an agent' });
    expect(transaction.request.address).toBe(network.contracts.accessResolver);
    expect(sent(transaction)).toEqual({
      functionName: 'grantRole',
      args: [lab.oclId, account, 2, 1801436399n, true],
    });
  });

  it('sends expiry 0 for a role without an end, as the contract understands it', () => {
    const transaction = grantRole({ network, lab, account, role: 'VIEWER', expiry: null, isAgent: false });
    expect(transaction.describe.effect).toContain('without an end');
    expect(sent(transaction).args).toEqual([lab.oclId, account, 1, 0n, false]);
  });
});

describe('revokeRole', () => {
  it('names the role that is lost and says what cannot be taken back', () => {
    const transaction = revokeRole({ network, lab, account, role: 'VIEWER' });
    expect(transaction.describe.effect).toContain('no longer a viewer of Open phage bank');
    expect(transaction.describe.effect).toContain('may have kept');
    expect(sent(transaction)).toEqual({ functionName: 'revokeRole', args: [lab.oclId, account] });
  });
});

describe('mintLab', () => {
  it('sends exactly the fee that it shows', () => {
    const transaction = mintLab({ network, owner: account, feeWei: 10n ** 15n, fee: '0.001 ETH' });
    expect(transaction.describe.facts).toContainEqual({ label: 'Fee', value: '0.001 ETH, and gas' });
    expect(transaction.request.value).toBe(10n ** 15n);
    expect(sent(transaction)).toEqual({ functionName: 'mintAndCreateAccount', args: [account] });
  });
});
