import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { returning } from '@labroom/service/chain/bytecode.fixture.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { type MintedLab, mintLab } from '@labroom/testing/test-lab.ts';
import { deployToken } from '@labroom/testing/test-token.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { encodeAbiParameters, toFunctionSelector } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTokenRight, selectors } from './read-token-right.ts';

describe('the right of a lab over an attached token', () => {
  let owner: TestWallet;
  let lab: MintedLab;
  beforeAll(async () => {
    owner = await fundedWallet();
    lab = await mintLab(owner);
  });
  const read = (token: `0x${string}`) =>
    readTokenRight(requireStack('rpcUrl'), contracts, {
      token,
      labId: String(lab.tokenId),
      account: lab.account,
    });
  /** A contract that answers every call with this address. */
  async function ownedBy(address: `0x${string}`) {
    const code = returning(encodeAbiParameters([{ type: 'address' }], [address]));
    const { contractAddress } = await chainOf(owner).send({ data: returning(code) });
    return contractAddress ?? '0x';
  }

  test('is none for a token without an owner, or of another owner', async () => {
    const outsider = (await fundedWallet()).address;
    expect(await read(await deployToken(chainOf(owner)))).toEqual({
      owner: null,
      ownerIs: 'other',
      right: 'unknown',
      provedLab: null,
      decimalsHaveChanged: false,
    });
    expect(await read(await ownedBy(outsider))).toMatchObject({
      owner: outsider.toLowerCase(),
      ownerIs: 'other',
    });
  });

  test('is ownership if the contract names the holder or the account of the lab', async () => {
    expect(await read(await ownedBy(owner.address))).toMatchObject({ ownerIs: 'holder' });
    expect(await read(await ownedBy(lab.account))).toMatchObject({ ownerIs: 'account' });
  });

  test('the selectors are those of the functions', () => {
    expect(Object.values(selectors)).toEqual(
      [
        'owner()',
        'ownerOf(uint256)',
        'attachedTo(address)',
        'rightOf(uint256)',
        'tokenized(uint256)',
        'decimalsHaveChanged()',
      ].map((name) => toFunctionSelector(name)),
    );
  });
});
