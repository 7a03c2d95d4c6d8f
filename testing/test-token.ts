import type { LabChain, MintedLab } from '@labroom/client/chain/lab-chain.ts';
import { devStablecoinAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
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
import type { TestWallet } from './actors.ts';
import { generateAgreement, termsMessage } from './test-agreement.ts';
import type { Api } from './test-client.ts';

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
  /** Sets what `hasRole` answers of an account, whatever the role. */
  setAdministrator(account: Address, isAdministrator: boolean): Promise<void>;
  /** Sets what `decimals()` answers. */
  setDecimals(decimals: number): Promise<void>;
}

/** Deploys an ERC-20 with 18 decimals and a supply of 1,000, whose `owner()` is the sender. */
export async function deployScriptedToken(chain: LabChain, symbol: string): Promise<ScriptedToken> {
  const text = encodeAbiParameters([{ type: 'string' }], [symbol]);
  const { contractAddress: address } = await chain.send({ data: returning(tokenOfWords(text)) });
  if (!address) throw new Error('No token was deployed');
  const set = async (place: Hex, value: Hex) => {
    await chain.send({ to: address, data: concatHex(['0x00000000', pad(place), pad(value), pad('0x00')]) });
  };
  const answer = (signature: string, value: Hex) => set(toFunctionSelector(signature), value);
  const token: ScriptedToken = {
    address,
    giveTo: (owner) => answer('owner()', owner),
    setAdministrator: (account, isAdministrator) => set(account, numberToHex(Number(isAdministrator))),
    setDecimals: (decimals) => answer('decimals()', numberToHex(decimals)),
  };
  await token.setDecimals(18);
  await answer('totalSupply()', numberToHex(1000n * 10n ** 18n));
  await token.giveTo(chain.account.address);
  return token;
}

/** Attaches a token to a lab by the wallet that holds it, with an agreement that states the symbol. */
export async function attachToken(
  service: Api,
  chain: LabChain<TestWallet>,
  { oclId, tokenId }: Pick<MintedLab, 'oclId' | 'tokenId'>,
  { address, symbol }: { address: Address; symbol: string },
): Promise<void> {
  const { tokenizer } = chain.contracts;
  if (!tokenizer) throw new Error('The chain has no tokenizer');
  const agreement = await generateAgreement(service, { oclId, symbol });
  const { message } = await termsMessage(service, agreement, tokenId);
  const signature = await chain.account.signMessage({ message });
  await chain.write({
    address: tokenizer,
    abi: oclTokenizerAbi,
    functionName: 'attachToken',
    args: [tokenId, agreement.agreementKey, agreement.agreementContentHash, signature, address],
  });
}
