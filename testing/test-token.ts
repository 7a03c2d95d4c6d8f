import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import { devStablecoinAbi } from '@labroom/contracts/abi';
import { bytecodes } from '@labroom/deploy/bytecode.generated.ts';
import { returning, tokenOfWords } from '@labroom/service/chain/bytecode.fixture.ts';
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeDeployData,
  type Hex,
  numberToHex,
  pad,
  toFunctionSelector,
} from 'viem';

/** Deploys an ERC-20 with the symbol `USDC` and 6 decimals, of which `holder` has 10, and without an owner. */
export async function deployToken(
  chain: LabChain,
  holder: Address = chain.account.address,
): Promise<Address> {
  const data = encodeDeployData({
    abi: devStablecoinAbi,
    bytecode: bytecodes.DevStablecoin,
    args: [[holder], 10_000_000n],
  });
  const { contractAddress } = await chain.send({ data });
  if (!contractAddress) throw new Error('No token was deployed');
  return contractAddress;
}

/** An ERC-20 whose contract says what a test lets it say. */
export interface ScriptedToken {
  address: Address;
  /** Sets what `owner()` answers. */
  giveTo(owner: Address): Promise<void>;
  /** Sets what `decimals()` answers. */
  setDecimals(decimals: number): Promise<void>;
}

/** Deploys an ERC-20 with 18 decimals and a supply of 1,000, whose `owner()` is the sender. */
export async function deployScriptedToken(chain: LabChain, symbol: string): Promise<ScriptedToken> {
  const text = encodeAbiParameters([{ type: 'string' }], [symbol]);
  const { contractAddress: address } = await chain.send({ data: returning(tokenOfWords(text)) });
  if (!address) throw new Error('No token was deployed');
  const set = async (signature: string, value: Hex) => {
    const words = [pad(toFunctionSelector(signature)), pad(value), pad('0x00')] as const;
    await chain.send({ to: address, data: concatHex(['0x00000000', ...words]) });
  };
  const token: ScriptedToken = {
    address,
    giveTo: (owner) => set('owner()', owner),
    setDecimals: (decimals) => set('decimals()', numberToHex(decimals)),
  };
  await token.setDecimals(18);
  await set('totalSupply()', numberToHex(1000n * 10n ** 18n));
  await token.giveTo(chain.account.address);
  return token;
}
