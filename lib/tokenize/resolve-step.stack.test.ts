import { oclTermsPermissionerAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { clientOf } from '@labroom/testing/actors.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { deploySafe } from '@labroom/testing/safe.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { createPublicClient, http, parseEventLogs } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '../wallet/transactions/transaction.ts';
import { makeAgreement } from './agreement.ts';
import { approveTransaction } from './approve-transaction.ts';
import { type Draft, mergeDrafts, newDraft, parseDraft } from './draft.ts';
import {
  NotControllerError,
  resolveStep,
  StepError,
  type TokenizationState,
  type TokenPlan,
} from './resolve-step.ts';
import { signTerms } from './sign-terms.ts';
import { isDone, readySupplyChange } from './supply.ts';
import type { TokenizationContext, TokenizationWallet } from './tokenization-context.ts';

const network = networks[31337];
const plan: TokenPlan = { kind: 'tokenize', symbol: 'COLD', title: 'Cold chain', amount: '1000' };

describe('resolving the tokenization step', () => {
  let service: TestService;
  let owner: TestWallet;
  beforeAll(async () => {
    service = await startTestService();
    owner = await fundedWallet();
  });
  afterAll(() => service.stop());

  function contextOf(wallet: TestWallet, lab: TokenizationContext['lab']): TokenizationContext {
    const config = { environment: 'local', chainId: 31337, network, rpcUrl: requireStack('rpcUrl') } as const;
    const client = createPublicClient({
      transport: http(config.rpcUrl),
      ccipRead: false,
      pollingInterval: 20,
    });
    const api = clientOf(service).call;
    return { config, network, client, api, lab, wallet: wallet.address };
  }
  async function newLab(): Promise<TokenizationContext['lab']> {
    const { oclId, tokenId } = await mintLab(owner);
    return { oclId, labId: tokenId, name: 'Cold chain' };
  }
  async function begin(context: TokenizationContext, wanted: TokenPlan = plan): Promise<Draft> {
    const { symbol, title } = wanted;
    return {
      ...newDraft(wanted),
      agreement: await makeAgreement(context.api, { oclId: context.lab.oclId, symbol, title }),
    };
  }
  const send = async (by: TestWallet, { request }: Transaction) =>
    chainOf(by).write({ ...request, account: by } as never);
  const walletOf = (account: TestWallet): TokenizationWallet => ({
    signMessage: (message) => account.signMessage({ message }),
    signTypedData: (data) => account.signTypedData(data),
  });
  const sign = async (context: TokenizationContext, by: TestWallet, draft: Draft) =>
    signTerms(context, walletOf(by), at('signature', await resolveStep(context, draft)), draft);
  const giveTo = async (holder: `0x${string}`, { labId }: TokenizationContext['lab']) => {
    await chainOf(owner).transferLab(labId, holder);
  };

  test('a wallet goes through every step, and each reload resolves to the same step', async () => {
    const context = contextOf(owner, await newLab());
    expect(await resolveStep(context, null)).toEqual({ step: 'agreement' });

    const draft = await begin(context);
    const { terms } = at('signature', await resolveStep(context, reloaded(draft)));
    expect(terms.text).toContain(`Lab #${context.lab.labId}, I accept all terms`);
    expect(terms.bytes).toBe(Buffer.byteLength(terms.text));

    const signed = await sign(context, owner, draft);
    const { ready } = at('transaction', await resolveStep(context, reloaded(signed)));
    expect(ready.outgoing?.request.functionName).toBe('tokenize');
    expect(ready.cost?.gas).toBeGreaterThan(100_000n);
    expect(ready.approvals).toBeNull();

    const hash = `0x${'1'.repeat(64)}` as const;
    expect(await resolveStep(context, reloaded({ ...signed, sent: hash }))).toEqual({ step: 'sent', hash });
    const receipt = await send(owner, ready.transaction);
    expect(at('token', await resolveStep(context, reloaded(signed))).token).toMatchObject({
      isAttached: false,
      symbol: 'COLD',
      decimals: 18,
      totalIssued: 1000n,
      capped: false,
      metadata: { labId: context.lab.labId, s3Key: draft.agreement?.key },
    });
    const [accepted] = parseEventLogs({ abi: oclTermsPermissionerAbi, logs: receipt.logs });
    expect(accepted?.args).toMatchObject({ signer: owner.address, signature: signed.termsSignature });
  });

  test('stops for a wallet that does not hold the lab, before anything is signed', async () => {
    const lab = await newLab();
    const draft = await begin(contextOf(owner, lab));
    const failure = await resolveStep(contextOf(await fundedWallet(), lab), draft).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StepError);
    expect(failure).toMatchObject({ step: 'signature', cause: { control: { kind: 'none' } } });
    expect((failure as StepError).cause).toBeInstanceOf(NotControllerError);
  });

  test('rejects a signature by another wallet or over another agreement', async () => {
    const context = contextOf(owner, await newLab());
    const draft = await begin(context);
    const outsider = await fundedWallet();
    const { terms } = at('signature', await resolveStep(context, draft));
    const foreign = { ...draft, termsSignature: await outsider.signMessage({ message: terms.text }) };
    expect(await resolveStep(context, foreign)).toMatchObject({ step: 'signature' });
    const earlier = await sign(context, owner, await begin(context, { ...plan, title: 'Another' }));
    expect(await resolveStep(context, { ...draft, termsSignature: earlier.termsSignature })).toMatchObject({
      step: 'signature',
    });
    await expect(
      signTerms(context, walletOf(outsider), at('signature', await resolveStep(context, draft)), draft),
    ).rejects.toThrow('rejects this signature');
  });

  test('stops at an agreement that the service would not make', async () => {
    const context = contextOf(owner, await newLab());
    const draft = await begin(context);
    const forged = { ...draft, agreement: { key: 'x', contentHash: `0x${'0'.repeat(64)}` } as const };
    await expect(resolveStep(context, forged)).rejects.toMatchObject({ step: 'agreement' });
  });

  test('a Safe with one owner signs and sends the transaction', async () => {
    const lab = await newLab();
    const safe = await deploySafe(chainOf(owner), [owner.address]);
    await giveTo(safe, lab);
    const context = contextOf(owner, lab);
    const signed = await sign(context, owner, await begin(context));
    const { ready } = at('transaction', await resolveStep(context, reloaded(signed)));
    expect(ready.outgoing?.request).toMatchObject({ functionName: 'execTransaction' });
    if (!ready.outgoing) throw new Error('Nobody else is needed');
    await send(owner, ready.outgoing);
    const { token } = at('token', await resolveStep(context, null));
    expect(token.metadata.originalOwner.toLowerCase()).toBe(safe);

    const issue = { kind: 'issue', amount: '7', receiver: owner.address, before: '1000' } as const;
    for (const change of [issue, { kind: 'cap' } as const]) {
      const { outgoing } = await readySupplyChange(context, change, newDraft(change));
      if (!outgoing) throw new Error('Nobody else is needed');
      await send(owner, outgoing);
      expect(isDone(change, at('token', await resolveStep(context, null)).token)).toBe(true);
    }
    expect(at('token', await resolveStep(context, null)).token).toMatchObject({
      totalSupply: 1007n,
      capped: true,
    });
  });

  test('two of three owners of a Safe pass the draft to each other', async () => {
    const [second, third] = [await fundedWallet(), await fundedWallet()];
    const lab = await newLab();
    await giveTo(await deploySafe(chainOf(owner), [third.address, owner.address, second.address], 2n), lab);
    const [here, there] = [contextOf(owner, lab), contextOf(second, lab)];

    const mine = await sign(here, owner, await begin(here));
    expect(Object.keys(at('signature', await resolveStep(here, mine)).given)).toEqual([
      owner.address.toLowerCase(),
    ]);
    const both = await sign(there, second, mergeDrafts(null, reloaded(mine)));
    const { ready, signature } = at('transaction', await resolveStep(there, both));
    expect([ready.outgoing, ready.cost]).toEqual([null, null]);
    if (!ready.approvals) throw new Error('A Safe asks its owners');
    const approved = await approveTransaction(walletOf(second), second.address, ready.approvals, {
      ...both,
      termsSignature: signature,
    });
    // An owner who has approved cannot send alone.
    expect(at('transaction', await resolveStep(there, approved)).ready.outgoing).toBeNull();

    const back = at('transaction', await resolveStep(here, mergeDrafts(mine, reloaded(approved)))).ready;
    if (!back.outgoing) throw new Error('Two are enough');
    expect(back.cost?.gas).toBeGreaterThan(100_000n);
    await send(owner, back.outgoing);
    expect(at('token', await resolveStep(here, null)).token.totalIssued).toBe(1000n);
  });

  test('ignores approvals by a wallet that is no owner, and of a nonce that the Safe has used', async () => {
    const [second, outsider] = [await fundedWallet(), await fundedWallet()];
    const lab = await newLab();
    await giveTo(await deploySafe(chainOf(owner), [owner.address, second.address], 2n), lab);
    const context = contextOf(owner, lab);
    const signed = await sign(
      contextOf(second, lab),
      second,
      await sign(context, owner, await begin(context)),
    );
    const { ready } = at('transaction', await resolveStep(context, signed));
    if (!ready.approvals) throw new Error('A Safe asks its owners');
    const { typedData, safe } = ready.approvals;
    const forged = { [second.address.toLowerCase()]: await outsider.signTypedData(typedData) };
    for (const approvals of [
      { nonce: String(safe.nonce), signatures: forged },
      { nonce: '7', signatures: { [second.address.toLowerCase()]: await second.signTypedData(typedData) } },
    ]) {
      const state = at('transaction', await resolveStep(context, { ...signed, approvals }));
      expect(state.ready.approvals?.signatures).toEqual({});
      expect(state.ready.outgoing).toBeNull();
    }
  });
});

/** A draft after serialization and parsing. */
function reloaded(draft: Draft): Draft {
  const read = parseDraft(JSON.stringify(draft));
  if (!read) throw new Error('The draft cannot be parsed');
  return read;
}

function at<Step extends TokenizationState['step']>(
  step: Step,
  state: TokenizationState,
): Extract<TokenizationState, { step: Step }> {
  if (state.step !== step) throw new Error(`The step is ${state.step}`);
  return state as Extract<TokenizationState, { step: Step }>;
}
