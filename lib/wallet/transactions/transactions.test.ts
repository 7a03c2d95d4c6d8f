import { labTokenAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { decodeFunctionData, encodeFunctionData } from 'viem';
import { describe, expect, it } from 'vitest';
import { attachToken } from './attach-token.ts';
import { capToken } from './cap-token.ts';
import { distributeTokens } from './distribute-tokens.ts';
import { grantRole } from './grant-role.ts';
import { issueTokens } from './issue-tokens.ts';
import { listReader, unlistReader } from './list-reader.ts';
import { lockAccount } from './lock-account.ts';
import { mintLab } from './mint-lab.ts';
import { proveRight } from './prove-right.ts';
import { cancelLink, redeemLink } from './redeem-link.ts';
import { revokeAllRoles } from './revoke-all-roles.ts';
import { revokeRole } from './revoke-role.ts';
import { sendTokens } from './send-tokens.ts';
import { tokenizeLab } from './tokenize-lab.ts';
import type { Transaction } from './transaction.ts';

const network = networks[31337];
const lab = { oclId: `0x0101${'0'.repeat(19)}1${'a'.repeat(40)}`, name: 'Open phage bank' };
const account = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';

/** Decodes the call data as the contract would. */
function sent({ request: { abi, functionName, args } }: Transaction) {
  return decodeFunctionData({ abi, data: encodeFunctionData({ abi, functionName, args }) });
}

describe('grantRole', () => {
  it('describes and sends the same role, wallet and expiry', () => {
    const expiry = new Date('2027-01-31T22:59:59.000Z');
    const transaction = grantRole({ network, lab, account, role: 'CONTRIBUTOR', expiry, isAgent: true });
    expect(transaction.describe.title).toBe('Grant contributor');
    expect(transaction.describe.effect).toBe(
      `${account} is a contributor of Open phage bank until 31 Jan 2027, 22:59 UTC. It replaces the wallet’s current role.`,
    );
    expect(transaction.describe.facts).toContainEqual({ label: 'Role', value: 'contributor, as an agent' });
    expect(transaction.request.address).toBe(network.contracts.accessResolver);
    expect(sent(transaction)).toEqual({
      functionName: 'grantRole',
      args: [lab.oclId, account, 2, 1801436399n, true],
    });
  });

  it('sends expiry 0 for a role without expiry', () => {
    const transaction = grantRole({ network, lab, account, role: 'VIEWER', expiry: null, isAgent: false });
    expect(transaction.describe.effect).toContain('without an expiry date');
    expect(sent(transaction).args).toEqual([lab.oclId, account, 1, 0n, false]);
  });
});

describe('revokeRole', () => {
  it('names the revoked role and says what cannot be undone', () => {
    const transaction = revokeRole({ network, lab, account, role: 'VIEWER' });
    expect(transaction.describe.effect).toContain('no longer a viewer of Open phage bank');
    expect(transaction.describe.effect).toContain('may have kept');
    expect(sent(transaction)).toEqual({ functionName: 'revokeRole', args: [lab.oclId, account] });
  });
});

describe('listReader and unlistReader', () => {
  const accessList = `0x${'5'.repeat(40)}` as const;
  const subject = `0x${'6'.repeat(64)}` as const;
  const listed = { accessList, lab, subject, what: 'doses.csv', reader: account } as const;

  it('describe and send the same reader, list and end', () => {
    const expiry = new Date('2027-01-31T22:59:59.000Z');
    const transaction = listReader({ ...listed, expiry });
    expect(transaction.describe.effect).toBe(
      `${account} can open doses.csv of Open phage bank until 31 Jan 2027, 22:59 UTC, and nothing else by it.`,
    );
    expect(transaction.request.address).toBe(accessList);
    const args = [lab.oclId, subject, account];
    expect(sent(transaction)).toEqual({ functionName: 'grant', args: [...args, 1801436399] });
    expect(sent(listReader({ ...listed, expiry: null })).args).toEqual([...args, 0]);
    const back = unlistReader(listed);
    expect(back.describe.effect).toContain('may have kept copies');
    expect(sent(back)).toEqual({ functionName: 'revoke', args });
  });
});

describe('redeemLink and cancelLink', () => {
  const accessList = `0x${'5'.repeat(40)}` as const;
  const claim = {
    oclId: lab.oclId as `0x${string}`,
    subject: `0x${'6'.repeat(64)}`,
    writer: `0x${'7'.repeat(40)}`,
    key: `0x${'8'.repeat(40)}`,
    expiry: 1801436399,
    deadline: 1801436000,
    uses: 3,
    epoch: 2,
    salt: `0x${'0'.repeat(64)}`,
  } as const;

  it('describe and send the same reader, claim and end', () => {
    const redemption = [claim, '0x51', account, '0x52'] as const;
    const transaction = redeemLink({ accessList, lab, redemption });
    expect(transaction.describe.effect).toBe(
      `${account} can open the files of this link of Open phage bank until 31 Jan 2027, 22:59 UTC.`,
    );
    expect(transaction.request.address).toBe(accessList);
    expect(sent(transaction)).toEqual({ functionName: 'redeem', args: redemption });
    const endless = redeemLink({
      accessList,
      lab,
      redemption: [{ ...claim, expiry: 0 }, '0x51', account, '0x52'],
    });
    expect(endless.describe.effect).toContain('without an end');
    expect(sent(cancelLink({ accessList, lab, claim }))).toEqual({ functionName: 'cancel', args: [claim] });
  });
});

describe('lockAccount', () => {
  it('names the end that it sends, to the account of the lab', () => {
    const transaction = lockAccount({ lab, until: new Date('2027-01-31T22:59:59.500Z') });
    expect(transaction.describe.effect).toContain('Until 31 Jan 2027, 22:59 UTC');
    expect(transaction.describe.effect).toContain('nobody can end it earlier');
    expect(transaction.request.address).toBe(`0x${'a'.repeat(40)}`);
    expect(sent(transaction)).toEqual({ functionName: 'lock', args: [1801436399n] });
  });
});

describe('revokeAllRoles', () => {
  it('says whose access ends and that owners stay', () => {
    const transaction = revokeAllRoles({ network, lab, count: 3 });
    expect(transaction.describe.effect).toContain('for its owners alone');
    expect(sent(transaction)).toEqual({ functionName: 'revokeAll', args: [lab.oclId] });
  });
});

describe('mintLab', () => {
  it('sends exactly the displayed fee', () => {
    const transaction = mintLab({ network, owner: account, feeWei: 10n ** 15n, fee: '0.001 ETH' });
    expect(transaction.describe.facts).toContainEqual({
      label: 'Fee',
      value: '0.001 ETH, plus the network fee',
    });
    expect(transaction.request.value).toBe(10n ** 15n);
    expect(sent(transaction)).toEqual({ functionName: 'mintAndCreateAccount', args: [account] });
  });
});

describe('the token of a lab', () => {
  const tokenizer = network.contracts.tokenizer ?? account;
  const token = { address: account, name: 'Cold', symbol: 'COLD', totalIssued: 10n ** 18n } as const;
  const agreement = { key: 'k.json', contentHash: `0x${'5'.repeat(64)}` } as const;
  const terms = { tokenizer, lab: { labId: 7n, name: lab.name }, agreement, signature: '0x1234' } as const;

  it('is created with the displayed supply, symbol and agreement', () => {
    const amount = 1_000_000n * 10n ** 18n;
    const transaction = tokenizeLab({ ...terms, controller: account, symbol: 'COLD', amount });
    expect(transaction.describe.effect).toContain(`${account} gets 1,000,000 COLD. The token is permanent`);
    expect(transaction.describe.facts).toContainEqual({ label: 'Its SHA-256', value: agreement.contentHash });
    expect(transaction.request.address).toBe(tokenizer);
    expect(sent(transaction)).toEqual({
      functionName: 'tokenize',
      args: [7n, amount, 'COLD', agreement.key, agreement.contentHash, '0x1234'],
    });
    expect(
      tokenizeLab({ ...terms, controller: account, symbol: 'COLD', amount: 0n }).describe.effect,
    ).toContain('No tokens are issued yet.');
  });

  it('is attached by the displayed address', () => {
    const transaction = attachToken({ ...terms, token });
    expect(transaction.describe.facts).toContainEqual({ label: 'Token', value: account });
    expect(sent(transaction)).toEqual({
      functionName: 'attachToken',
      args: [7n, agreement.key, agreement.contentHash, '0x1234', account],
    });
  });

  it('is issued by the displayed amount, and capping is described as permanent', () => {
    const transaction = issueTokens({ tokenizer, token, amount: 5n * 10n ** 17n, receiver: account });
    expect(transaction.describe.facts).toContainEqual({ label: 'Issued after', value: '1.5 COLD' });
    expect(sent(transaction)).toEqual({ functionName: 'issue', args: [account, 5n * 10n ** 17n, account] });
    const cap = capToken({ tokenizer, token });
    expect(cap.describe.effect).toContain('The cap is permanent');
    expect(sent(cap)).toEqual({ functionName: 'cap', args: [account] });
  });

  it('prove the right to the displayed token for the displayed lab', () => {
    const lab = { labId: 7n, name: 'Cold chain' };
    const proof = proveRight({ tokenizer, lab, token: { address: account, symbol: 'COLD' } });
    expect(proof.describe.facts).toContainEqual({ label: 'Lab', value: '#7' });
    expect(proof.describe.facts).toContainEqual({ label: 'Token', value: account });
    expect(sent(proof)).toEqual({ functionName: 'proveRight', args: [7n] });
  });
});

describe('sendTokens and distributeTokens', () => {
  const token = { address: network.contracts.usdc, symbol: 'COLD', decimals: 18 };
  const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

  it('send the displayed amount to the displayed address', () => {
    const transaction = sendTokens({ token, to: account, amount: 1_500_000_000_000_000_000n });
    expect(transaction.describe.effect).toBe(`${account} gets 1.5 COLD. This cannot be undone.`);
    expect(transaction.request.address).toBe(token.address);
    expect(sent(transaction)).toEqual({
      functionName: 'transfer',
      args: [account, 1_500_000_000_000_000_000n],
    });
  });

  it('send from the account of the lab by its holder, with the same transfer inside', () => {
    const transaction = sendTokens({ token, account: other, to: account, amount: 7n });
    expect(transaction.request.address).toBe(other);
    const { functionName, args } = sent(transaction);
    expect([functionName, args?.slice(0, 2), args?.[3]]).toEqual(['execute', [token.address, 0n], 0]);
    expect(decodeFunctionData({ abi: labTokenAbi, data: args?.[2] as `0x${string}` })).toEqual({
      functionName: 'transfer',
      args: [account, 7n],
    });
  });

  it('have one call per row, and state their sum', () => {
    const rows = [
      { to: account, amount: 1n },
      { to: other, amount: 10n ** 18n },
    ] as const;
    const { describe: shown, calls } = distributeTokens({
      token,
      sender: { address: other, isAccount: false },
      rows,
    });
    expect(shown.effect).toContain('2 addresses get 1.000000000000000001 COLD together');
    expect(calls.map((request) => sent({ describe: shown, request }).args)).toEqual([
      [account, 1n],
      [other, 10n ** 18n],
    ]);
  });
});
