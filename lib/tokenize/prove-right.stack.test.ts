import { networks } from '@labroom/contracts/networks';
import { clientOf } from '@labroom/testing/actors.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { deploySafe } from '@labroom/testing/safe.ts';
import { type MintedLab, mintLab } from '@labroom/testing/test-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { attachToken, deployScriptedToken, deployToken } from '@labroom/testing/test-token.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import type { Address } from 'viem';
import { describe, expect, test } from 'vitest';
import { approveTransaction } from './approve-transaction.ts';
import { type Draft, newDraft, parseDraft } from './draft.ts';
import { explainTokenizationError, revertTexts } from './explain-tokenization-error.ts';
import { foreseeRight } from './foresee-right.ts';
import { isProved, readyProof } from './ready-proof.ts';
import type { TokenizationContext, TokenizationWallet } from './tokenization-context.ts';

const service = await openTestService();
const network = networks[31337];

function contextOf(wallet: TestWallet, { oclId, tokenId: labId }: MintedLab): TokenizationContext {
  const config = { environment: 'local', chainId: 31337, network, rpcUrl: requireStack('rpcUrl') } as const;
  const lab = { oclId, labId, name: 'Cold chain' };
  return { config, network, client: chainReader(), api: clientOf(service).call, lab, wallet: wallet.address };
}

async function foreseen(owner: TestWallet, lab: MintedLab, token: Address) {
  return foreseeRight(contextOf(owner, lab), { token, holder: owner.address });
}

const walletOf = (account: TestWallet): TokenizationWallet => ({
  signMessage: (message) => account.signMessage({ message }),
  signTypedData: (data) => account.signTypedData(data),
});

const attach = (owner: TestWallet, lab: MintedLab, address: Address) =>
  attachToken(service, chainOf(owner), lab, { address, symbol: 'CLAIM' });

describe('what attaching would prove', () => {
  test('is what the tokenizer then says, whoever owns or administers the token', async () => {
    const owner = await fundedWallet();
    const stranger = await fundedWallet();
    const cases = [
      [(_: MintedLab) => owner.address, 'owner', { kind: 'proved', names: 'holder', as: 'owner' }],
      [({ account }: MintedLab) => account, 'owner', { kind: 'proved', names: 'account', as: 'owner' }],
      [(_: MintedLab) => owner.address, 'admin', { kind: 'proved', names: 'holder', as: 'administrator' }],
      [
        ({ account }: MintedLab) => account,
        'admin',
        { kind: 'proved', names: 'account', as: 'administrator' },
      ],
      [(_: MintedLab) => stranger.address, 'owner', { kind: 'claimed' }],
    ] as const;
    for (const [who, role, expected] of cases) {
      const lab = await mintLab(owner);
      const token = await deployScriptedToken(chainOf(owner), 'CLAIM');
      await token.giveTo(role === 'owner' ? who(lab) : stranger.address);
      if (role === 'admin') await token.setAdministrator(who(lab), true);
      expect(await foreseen(owner, lab, token.address)).toEqual(expected);
      await attach(owner, lab, token.address);
      expect(await isProved(contextOf(owner, lab))).toBe(expected.kind === 'proved');
    }
  });

  test('is a claim for a token without an owner, and for one that calls anybody an administrator', async () => {
    const owner = await fundedWallet();
    const lab = await mintLab(owner);
    expect(await foreseen(owner, lab, await deployToken(chainOf(owner)))).toEqual({ kind: 'claimed' });
    const token = await deployScriptedToken(chainOf(owner), 'CLAIM');
    await token.giveTo((await fundedWallet()).address);
    await token.setAdministrator(owner.address, true);
    await token.setAdministrator('0x100f6004a2452ffefbb9cec5ab1f967766177096', true);
    expect(await foreseen(owner, lab, token.address)).toEqual({ kind: 'claimed' });
    await attach(owner, lab, token.address);
    expect(await isProved(contextOf(owner, lab))).toBe(false);
  });

  test('is a refusal while another lab has proved its right', async () => {
    const [alice, mallory] = [await fundedWallet(), await fundedWallet()];
    const [rightful, other] = [await mintLab(alice), await mintLab(mallory)];
    const token = await deployScriptedToken(chainOf(alice), 'CLAIM');
    await attach(alice, rightful, token.address);
    expect(await foreseen(mallory, other, token.address)).toEqual({
      kind: 'refused',
      labId: rightful.tokenId,
    });
    await expect(attach(mallory, other, token.address)).rejects.toThrow('TokenOfAnotherLab');
    await token.giveTo(mallory.address);
    expect(await foreseen(mallory, other, token.address)).toMatchObject({ kind: 'proved' });
  });
});

describe('a proof afterwards', () => {
  test('is prepared once the token names the lab, and said in words before', async () => {
    const owner = await fundedWallet();
    const lab = await mintLab(owner);
    const token = await deployScriptedToken(chainOf(owner), 'CLAIM');
    await token.giveTo((await fundedWallet()).address);
    await attach(owner, lab, token.address);
    const context = contextOf(owner, lab);
    const refused = await readyProof(context, { approvals: null }).catch((error: unknown) => error);
    expect(explainTokenizationError(refused)).toEqual(revertTexts.RightNotProved);

    await token.giveTo(owner.address);
    const { outgoing } = await readyProof(context, { approvals: null });
    await chainOf(owner).write({ ...outgoing?.request, account: owner } as never);
    expect(await isProved(context)).toBe(true);
  });

  test('is refused in words for a wallet that does not hold the lab', async () => {
    const [owner, other] = [await fundedWallet(), await fundedWallet()];
    const lab = await mintLab(owner);
    await attach(owner, lab, (await deployScriptedToken(chainOf(owner), 'CLAIM')).address);
    const refused = await readyProof(contextOf(other, lab), { approvals: null }).catch(
      (error: unknown) => error,
    );
    expect(explainTokenizationError(refused).title).toBe('The connected wallet does not hold this lab.');
  });

  describe('of a lab that a Safe holds', () => {
    /** A lab of a Safe with two owners, and a token that was attached before, whose owner is somebody else. */
    async function labOfSafe(threshold: bigint) {
      const [one, two] = [await fundedWallet(), await fundedWallet()];
      const lab = await mintLab(one);
      const token = await deployScriptedToken(chainOf(one), 'CLAIM');
      await token.giveTo((await fundedWallet()).address);
      await attach(one, lab, token.address);
      const safe = await deploySafe(chainOf(one), [one.address, two.address], threshold);
      await chainOf(one).transferLab(lab.tokenId, safe);
      return { one, two, lab, token, safe };
    }
    const send = (by: TestWallet, { outgoing }: Awaited<ReturnType<typeof readyProof>>) =>
      chainOf(by).write({ ...outgoing?.request, account: by } as never);
    /** What the next owner gets with the link. */
    const passedOn = (draft: Draft) => parseDraft(JSON.stringify(draft)) as Draft;

    test('needs as many owners as the Safe says, and counts for the lab once the last of them sends it', async () => {
      const { one, two, lab, token, safe } = await labOfSafe(2n);
      const [first, second] = [contextOf(one, lab), contextOf(two, lab)];
      const plan = newDraft({ kind: 'prove' });
      const refused = await readyProof(first, plan).catch((error: unknown) => error);
      expect(explainTokenizationError(refused)).toEqual(revertTexts.RightNotProved);

      await token.giveTo(safe);
      const asked = await readyProof(first, plan);
      expect(asked.outgoing).toBeNull();
      if (!asked.approvals) throw new Error('There is nothing to approve');
      const approved = await approveTransaction(walletOf(one), one.address, asked.approvals, plan);
      expect((await readyProof(first, approved)).outgoing).toBeNull();
      expect(await isProved(first)).toBe(false);

      const ready = await readyProof(second, passedOn(approved));
      expect(ready.outgoing?.request.address.toLowerCase()).toBe(safe);
      await send(two, ready);
      expect(await isProved(second)).toBe(true);
    });

    test('is not made by approvals of another transaction, nor of who is no owner', async () => {
      const { one, two, lab, token, safe } = await labOfSafe(2n);
      await token.giveTo(safe);
      const [first, second] = [contextOf(one, lab), contextOf(two, lab)];
      const plan = newDraft({ kind: 'prove' });
      const { approvals } = await readyProof(first, plan);
      if (!approvals) throw new Error('There is nothing to approve');
      const stranger = await fundedWallet();
      const byStranger = await approveTransaction(walletOf(stranger), stranger.address, approvals, plan);
      expect((await readyProof(second, byStranger)).outgoing).toBeNull();
      const { typedData } = approvals;
      const ofOther = { ...typedData, message: { ...typedData.message, value: 1n } };
      const signature = await one.signTypedData(ofOther);
      const forged = {
        ...plan,
        approvals: {
          nonce: String(approvals.safe.nonce),
          signatures: { [one.address.toLowerCase()]: signature },
        },
      };
      expect((await readyProof(second, forged)).outgoing).toBeNull();
    });

    test('is made by one owner alone where the Safe asks for one, also of a token of the lab’s account', async () => {
      const { two, lab, token } = await labOfSafe(1n);
      await token.giveTo(lab.account);
      const context = contextOf(two, lab);
      await send(two, await readyProof(context, newDraft({ kind: 'prove' })));
      expect(await isProved(context)).toBe(true);
    });
  });
});
