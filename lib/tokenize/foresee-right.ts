import { oclTokenizerAbi } from '@labroom/contracts/abi';
import type { Address } from '@labroom/contracts/networks';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { encodeFunctionData, hexToBigInt, keccak256, parseAbi, size, slice, toHex, zeroHash } from 'viem';
import { PROVED } from './ready-proof.ts';
import { type TokenizationContext, tokenizationContracts } from './tokenization-context.ts';
import { unlessRefused } from './unless-refused.ts';

/** What attaching a token would prove now. */
export type ForeseenRight =
  /** The token's contract names the holder or the account of the lab. */
  | { kind: 'proved'; names: 'holder' | 'account'; as: 'owner' | 'administrator' }
  /** It names neither. */
  | { kind: 'claimed' }
  /** Another lab has proved its right: the tokenizer refuses every other one. */
  | { kind: 'refused'; labId: bigint };

const tokenAbi = parseAbi([
  'function owner() view returns (address)',
  'function hasRole(bytes32 role, address account) view returns (bool)',
]);

/** `TokenRight.NOBODY`: a contract that calls it an administrator says so of every address. */
const nobody = slice(keccak256(toHex('labroom.nobody')), 12);

/**
 * Asks the token what the tokenizer will ask when a lab attaches it (`TokenRight.sol`), on the latest block; `null` where the
 * tokenizer records no rights. Errors: viem's, if the chain cannot be read.
 */
export async function foreseeRight(
  { client, network, lab }: Pick<TokenizationContext, 'client' | 'network' | 'lab'>,
  { token, holder }: { token: Address; holder: Address },
): Promise<ForeseenRight | null> {
  const tokenizer = { address: tokenizationContracts(network).tokenizer, abi: oclTokenizerAbi } as const;
  const rightOf = (labId: bigint) =>
    unlessRefused(client.readContract({ ...tokenizer, functionName: 'rightOf', args: [labId] }));
  if ((await rightOf(lab.labId)) === null) return null;
  const provedLab = await client.readContract({ ...tokenizer, functionName: 'attachedTo', args: [token] });
  if (provedLab !== 0n && provedLab !== lab.labId && (await rightOf(provedLab)) === PROVED)
    return { kind: 'refused', labId: provedLab };

  /** The answer, if it is one word. */
  const ask = async (data: `0x${string}`) => {
    const { data: answer = '0x' } = (await unlessRefused(client.call({ to: token, data }))) ?? {};
    return size(answer) === 32 ? hexToBigInt(answer) : null;
  };
  const isAdministrator = async (account: Address) =>
    (await ask(encodeFunctionData({ abi: tokenAbi, functionName: 'hasRole', args: [zeroHash, account] }))) ===
    1n;
  const { account } = decodeOclId(lab.oclId);
  const [owner, isHolder, isAccount, isAnybody] = await Promise.all([
    ask(encodeFunctionData({ abi: tokenAbi, functionName: 'owner' })),
    isAdministrator(holder),
    isAdministrator(account),
    isAdministrator(nobody),
  ]);
  if (owner === BigInt(holder)) return { kind: 'proved', names: 'holder', as: 'owner' };
  if (owner === BigInt(account)) return { kind: 'proved', names: 'account', as: 'owner' };
  if ((isHolder || isAccount) && !isAnybody)
    return { kind: 'proved', names: isHolder ? 'holder' : 'account', as: 'administrator' };
  return { kind: 'claimed' };
}
