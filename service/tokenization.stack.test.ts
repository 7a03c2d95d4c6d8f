import { labNftAbi, labTokenAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { actAsSafe, deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import { generateAgreement, termsMessage } from '@labroom/testing/test-agreement.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { deployToken } from '@labroom/testing/test-token.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseEventLogs } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { returning, tokenReturning } from './chain/bytecode.fixture.ts';
import { agreements } from './platform/db/tables/agreements.ts';
import { labTokens } from './platform/db/tables/chain.ts';

const ACTIVITY = `query($oclId: String, $wallet: String) { onChainActivity(oclId: $oclId, wallet: $wallet) {
  contractName eventName contractAddress args } }`;
const TOKEN = `query($oclId: String!) { labToken(oclId: $oclId) { oclId tokenContract wrapper name symbol initialSupply
  agreementKey agreementContentHash agreementSymbol isSymbolAgreed tokenizedBy txHash blockNumber tokenizedAt } }`;
const LEDGER = `query($oclId: String!, $after: String, $before: String, $limit: Int) { labToken(oclId: $oclId) { ledger {
  supply cap cappedAt holderCount transferCount indexedBlock holders(limit: $limit, cursor: $after) { id address balance share }
  transfers(limit: $limit, cursor: $before) { id from to amount txHash blockNumber at }
  supplyChanges { change supply } weeks { startsAt transfers transferred issued burned } } } }`;
const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;

/** From a lab to its token with the API and the chain only, as documented. */
describe('a tokenization', () => {
  const reader = chainReader();
  let service: TestService;
  let owner: TestWallet;
  let friend: TestWallet;
  beforeAll(async () => {
    service = await startTestService();
    [owner, friend] = [await fundedWallet(), await fundedWallet()];
  });
  afterAll(() => service.stop());

  async function eventsOf(who: { oclId: Hex } | { wallet: Address }) {
    await indexChain(service.context);
    return (await ask(service, ACTIVITY, who)).onChainActivity;
  }
  const namesOf = (rows: { eventName: string }[]) => rows.map(({ eventName }) => eventName);
  const read = (
    token: Address,
    functionName: 'totalIssued' | 'totalSupply' | 'capped' | 'symbol' | 'metadata',
  ) => reader.readContract({ address: token, abi: labTokenAbi, functionName });
  const tokenOf = (labId: bigint) =>
    reader.readContract({ ...tokenizer, functionName: 'tokenized', args: [labId] });

  test('by a wallet: agreement, terms, signature, tokenize, issue, cap', async () => {
    const lab = await mintLab(owner);
    const agreement = await generateAgreement(service, {
      oclId: lab.oclId,
      symbol: 'COLD',
      title: 'Cold chain',
    });
    const { message } = await termsMessage(service, agreement, lab.tokenId);
    const { agreementKey, agreementContentHash } = agreement;
    const tokenize = async (by: TestWallet) => {
      const signature = await by.signMessage({ message });
      const args = [lab.tokenId, 1_000n, 'COLD', agreementKey, agreementContentHash, signature] as const;
      const call = { ...tokenizer, functionName: 'tokenize', args } as const;
      const { request } = await reader.simulateContract({ ...call, account: by });
      return chainOf(by).write(request);
    };

    await indexChain(service.context);
    expect(await ask(service, TOKEN, { oclId: lab.oclId })).toEqual({ labToken: null });
    const { transactionHash, blockNumber } = await tokenize(owner);

    const token = await tokenOf(lab.tokenId);
    await indexChain(service.context);
    expect(
      (await ask(service, TOKEN, { oclId: lab.oclId.toUpperCase().replace('0X', '0x') })).labToken,
    ).toEqual({
      oclId: lab.oclId,
      tokenContract: token.toLowerCase(),
      wrapper: null,
      name: `Lab Tokens of Lab #${lab.tokenId}`,
      symbol: 'COLD',
      initialSupply: '1000',
      agreementKey,
      agreementContentHash,
      agreementSymbol: 'COLD',
      isSymbolAgreed: true,
      tokenizedBy: owner.address.toLowerCase(),
      txHash: transactionHash,
      blockNumber: Number(blockNumber),
      tokenizedAt: expect.any(String),
    });
    expect(await read(token, 'metadata')).toEqual({
      labId: lab.tokenId,
      originalOwner: owner.address,
      s3Key: agreementKey,
      contentHash: agreementContentHash,
    });
    expect([await read(token, 'symbol'), await read(token, 'totalIssued')]).toEqual(['COLD', 1_000n]);

    await chainOf(owner).write({ ...tokenizer, functionName: 'issue', args: [token, 234n, friend.address] });
    const cap = { ...tokenizer, functionName: 'cap', args: [token] } as const;
    await chainOf(owner).write(cap);
    expect([await read(token, 'totalSupply'), await read(token, 'capped')]).toEqual([1_234n, true]);

    const rows = await eventsOf({ oclId: lab.oclId });
    expect(namesOf(rows).slice(0, 5)).toEqual([
      'Capped',
      'Transfer',
      'Transfer',
      'TermsAccepted',
      'TokensCreated',
    ]);
    const ipt = rows.slice(0, 5);
    expect(ipt.every(({ contractName }: { contractName: string }) => contractName === 'ipt')).toBe(true);
    expect(ipt[0]).toMatchObject({ contractAddress: token.toLowerCase(), args: { atSupply: '1234' } });
    expect(ipt[4].args).toEqual({
      labId: lab.tokenId.toString(),
      oclId: lab.oclId,
      tokenContract: token.toLowerCase(),
      emitter: owner.address.toLowerCase(),
      amount: '1000',
      s3Key: agreementKey,
      contentHash: agreementContentHash,
      name: `Lab Tokens of Lab #${lab.tokenId}`,
      symbol: 'COLD',
    });

    const transfer = { address: token, abi: labTokenAbi, functionName: 'transfer' } as const;
    const outsider = await fundedWallet();
    await chainOf(friend).write({ ...transfer, args: [outsider.address, 34n] });
    expect(await eventsOf({ wallet: outsider.address })).toMatchObject([
      { eventName: 'Transfer', args: { from: friend.address.toLowerCase(), value: '34' } },
    ]);
    expect(namesOf(await eventsOf({ wallet: friend.address }))).toEqual(['Transfer', 'Transfer']);
  });

  test('by a Safe that holds the lab, which signs by ERC-1271', async () => {
    const safe = await deploySafe(chainOf(owner), [owner.address]);
    const lab = await mintLab(owner);
    const handOver = { address: contracts.labNft, abi: labNftAbi, functionName: 'transferFrom' } as const;
    const give = { ...handOver, args: [owner.address, safe, lab.tokenId] } as const;
    await chainOf(owner).write(give);
    const agreement = await generateAgreement(service, { oclId: lab.oclId, symbol: 'SAFE' });
    const { digest } = await termsMessage(service, agreement, lab.tokenId);
    const { agreementKey, agreementContentHash } = agreement;
    const act = (data: Hex) => actAsSafe(chainOf(owner), safe, { to: tokenizer.address, data });

    const signature = await signAsSafe(owner, safe, digest);
    const args = [lab.tokenId, 50n, 'SAFE', agreementKey, agreementContentHash, signature] as const;
    await act(encodeFunctionData({ ...tokenizer, functionName: 'tokenize', args }));
    const token = await tokenOf(lab.tokenId);
    await act(encodeFunctionData({ ...tokenizer, functionName: 'issue', args: [token, 7n, friend.address] }));
    await act(encodeFunctionData({ ...tokenizer, functionName: 'cap', args: [token] }));
    expect([await read(token, 'totalSupply'), await read(token, 'capped')]).toEqual([57n, true]);

    expect(namesOf(await eventsOf({ wallet: safe }))).toEqual(
      expect.arrayContaining(['TokensCreated', 'TermsAccepted', 'Transfer', 'OclTransfer']),
    );
    // The owner called the Safe and sent every transaction, but few events name the owner.
    expect(namesOf(await eventsOf({ wallet: owner.address }))).toContain('Capped');
  });

  test('has a ledger that equals the chain, in pages', async () => {
    const { lab, terms } = await prepare('LEDGER');
    const args = [lab.tokenId, 1_000n, 'LEDGER', ...terms] as const;
    await chainOf(owner).write({
      ...tokenizer,
      functionName: 'tokenize',
      args: [args[0], args[1], args[2], args[3], args[4], args[5]],
    });
    const token = await tokenOf(lab.tokenId);
    const call = { address: token, abi: labTokenAbi } as const;
    const third = await fundedWallet();
    const send = (from: TestWallet, to: Address, amount: bigint) =>
      chainOf(from).write({ ...call, functionName: 'transfer', args: [to, amount] });
    await send(owner, friend.address, 300n);
    await send(friend, friend.address, 300n);
    await send(friend, third.address, 0n);
    await send(owner, third.address, 100n);
    await chainOf(friend).write({ ...call, functionName: 'burn', args: [200n] });
    await chainOf(owner).write({ ...tokenizer, functionName: 'issue', args: [token, 50n, third.address] });
    await indexChain(service.context);

    const ledgerOf = async (variables: object = {}) =>
      (await ask(service, LEDGER, { oclId: lab.oclId, ...variables })).labToken.ledger;
    const ledger = await ledgerOf();
    const balanceOf = (address: Address) =>
      reader.readContract({ ...call, functionName: 'balanceOf', args: [address] });
    expect(ledger).toMatchObject({ supply: '850', holderCount: 3, transferCount: 7, cap: null });
    expect(ledger.supply).toBe(String(await read(token, 'totalSupply')));
    expect(ledger.holders.map(({ balance }: { balance: string }) => balance)).toEqual(['600', '150', '100']);
    for (const { address, balance, share } of ledger.holders) {
      expect(balance).toBe(String(await balanceOf(address)));
      expect(share).toBeCloseTo(Number(balance) / 850);
    }
    expect(ledger.supplyChanges).toEqual([
      { change: '50', supply: '850' },
      { change: '-200', supply: '800' },
      { change: '1000', supply: '1000' },
    ]);
    expect(ledger.transfers).toHaveLength(7);
    const sums = { transfers: 4, transferred: '700', issued: '1050', burned: '200' };
    expect(ledger.weeks).toEqual([{ startsAt: expect.stringMatching(/T00:00:00.000Z$/), ...sums }]);

    const holders = [];
    const transfers = [];
    let [after, before] = [null, null];
    for (let page = 0; page < 7; page += 1) {
      const { holders: some, transfers: few } = await ledgerOf({ after, before, limit: 1 });
      holders.push(...some);
      transfers.push(...few);
      [after, before] = [some[0]?.id ?? after, few[0]?.id ?? before];
    }
    expect(holders).toEqual(ledger.holders);
    expect(transfers).toEqual(ledger.transfers);
    expect((await ledgerOf({ limit: 0 })).holders).toHaveLength(1);
    for (const bad of ['', '1', '1:0x12', "1:0'; --", `${'9'.repeat(91)}:${owner.address.toLowerCase()}`])
      await expect(ledgerOf({ after: bad })).rejects.toThrow('cursor must be the id of a row');
    await expect(ledgerOf({ before: '1:0x' })).rejects.toThrow('cursor must be the id of a row');
  });

  /** A lab of the owner, and the key, hash and signature of its agreement. */
  async function prepare(symbol: string) {
    const lab = await mintLab(owner);
    const agreement = await generateAgreement(service, { oclId: lab.oclId, symbol });
    const { message } = await termsMessage(service, agreement, lab.tokenId);
    const { agreementKey, agreementContentHash } = agreement;
    const terms = [agreementKey, agreementContentHash, await owner.signMessage({ message })] as const;
    return { lab, terms };
  }

  test('attaches an existing token that belongs to no other lab, and shows the wrapper', async () => {
    const first = await prepare('FIRST');
    const [key, hash, signature] = first.terms;
    const args = [first.lab.tokenId, 10n, 'FIRST', key, hash, signature] as const;
    await chainOf(owner).write({ ...tokenizer, functionName: 'tokenize', args });
    const labToken = await tokenOf(first.lab.tokenId);

    const { lab, terms } = await prepare('SECOND');
    const attach = (tokenContract: Address) =>
      ({
        ...tokenizer,
        functionName: 'attachToken',
        args: [lab.tokenId, ...terms, tokenContract],
      }) as const;
    await expect(chainOf(owner).write(attach(labToken))).rejects.toThrow('TokenOfAnotherLab');
    const token = await deployToken(chainOf(owner));
    const receipt = await chainOf(owner).write(attach(token));
    const [wrapped] = parseEventLogs({ abi: oclTokenizerAbi, eventName: 'TokenWrapped', logs: receipt.logs });
    const rows = await eventsOf({ oclId: lab.oclId });
    expect(namesOf(rows).slice(0, 3)).toEqual(['TermsAccepted', 'TokenWrapped', 'TokensCreated']);
    expect((await ask(service, TOKEN, { oclId: lab.oclId })).labToken).toMatchObject({
      tokenContract: token.toLowerCase(),
      wrapper: wrapped?.args.wrappedLabToken.toLowerCase(),
      symbol: 'USDC',
      initialSupply: '10000000',
      agreementSymbol: 'SECOND',
      isSymbolAgreed: false,
    });
    expect((await ask(service, LEDGER, { oclId: lab.oclId })).labToken.ledger).toBeNull();
    const known = await service.context.db.select().from(labTokens);
    expect(known.find(({ oclId }) => oclId === lab.oclId)).toMatchObject({
      address: wrapped?.args.wrappedLabToken.toLowerCase(),
      underlying: token.toLowerCase(),
    });
  });

  test('shows whether its symbol is the one in the signed agreement', async () => {
    const { lab, terms } = await prepare('GOODNAME');
    const tokenize = { ...tokenizer, functionName: 'tokenize' } as const;
    await chainOf(owner).write({ ...tokenize, args: [lab.tokenId, 1n, 'USDC', ...terms] });
    await indexChain(service.context);
    const shown = async () => (await ask(service, TOKEN, { oclId: lab.oclId })).labToken;
    expect(await shown()).toMatchObject({
      symbol: 'USDC',
      agreementSymbol: 'GOODNAME',
      isSymbolAgreed: false,
    });

    const unstatable = await prepare('USDT');
    const code = tokenReturning(encodeAbiParameters([{ type: 'string' }], ['USD₮0']));
    const { contractAddress } = await chainOf(owner).send({ data: returning(code) });
    const args = [unstatable.lab.tokenId, ...unstatable.terms, contractAddress ?? '0x'] as const;
    await chainOf(owner).write({ ...tokenizer, functionName: 'attachToken', args });
    await indexChain(service.context);
    expect((await ask(service, TOKEN, { oclId: unstatable.lab.oclId })).labToken).toMatchObject({
      symbol: 'USD₮0',
      agreementSymbol: 'USDT',
      isSymbolAgreed: null,
    });

    await service.context.db.delete(agreements).where(eq(agreements.oclId, lab.oclId));
    expect(await shown()).toMatchObject({ agreementSymbol: null, isSymbolAgreed: null });
  });
});
