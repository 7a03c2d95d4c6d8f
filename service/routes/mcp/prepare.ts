import { type Address, encodeFunctionData, type Hex } from 'viem';
import { z } from 'zod';
import { accessResolverAbi, labNftAbi, onChainLabFactoryAbi } from '#contracts/abi.generated.ts';
import { ROLES } from '#packages/protocol/conditions.ts';
import { explainExpiry } from '#packages/protocol/role-expiry.ts';
import { readContract } from '../../chain/read-contract.ts';
import type { ServiceContext } from '../../context.ts';
import { ServiceError } from '../../platform/errors.ts';
import { oclId, walletAddress } from '../../platform/input.ts';

type ChainContext = Pick<ServiceContext, 'chain'>;

/** A transaction that the caller's own wallet signs and sends. Amounts are in wei. */
export const transactionSchema = z.object({
  chainId: z.int(),
  from: z.string(),
  to: z.string(),
  value: z.string(),
  data: z.string(),
});

export const mintSchema = z.object({
  from: walletAddress.describe('The wallet that signs and pays.'),
  to: walletAddress.optional().describe('The owner of the lab. Default: `from`.'),
});

/** The transaction that mints a lab. */
export async function prepareMint({ chain }: ChainContext, { from, to = from }: z.output<typeof mintSchema>) {
  const { labNft, factory } = chain.contracts;
  const fee = await readContract(chain, { address: labNft, abi: labNftAbi, functionName: 'mintFeeWei' });
  if (fee === null) throw new ServiceError('INTERNAL_ERROR', 'The mint fee could not be read.');
  const data = encodeFunctionData({
    abi: onChainLabFactoryAbi,
    functionName: 'mintAndCreateAccount',
    args: [to],
  });
  return {
    transaction: { chainId: chain.chainId, from, to: factory as Address, value: String(fee), data },
    next: 'Sign and send it. The event OclIdentityCreated of LabNFT has the oclId. Then call createLab with it.',
  };
}

export const grantSchema = z.object({
  from: walletAddress.describe('The wallet that signs: an owner, or a contributor for viewers.'),
  oclId: oclId.describe('The lab: `0x` and 64 hex digits.'),
  to: walletAddress.describe('The wallet that gets the role.'),
  role: z.enum(['VIEWER', 'CONTRIBUTOR']),
  expiry: z.int().min(0).default(0).describe('Unix time in seconds when the role ends; 0: never.'),
  isAgent: z.boolean().default(false).describe('Marks the wallet as that of a program.'),
});

/** The transaction that grants a role in a lab. */
export function prepareGrant({ chain }: ChainContext, input: z.output<typeof grantSchema>) {
  const expiry = BigInt(input.expiry);
  const wrong = explainExpiry(expiry, new Date());
  if (wrong) throw new ServiceError('VALIDATION_FAILED', wrong, { details: { argument: 'expiry' } });
  const role = input.role === 'VIEWER' ? ROLES.viewer : ROLES.contributor;
  const data: Hex = encodeFunctionData({
    abi: accessResolverAbi,
    functionName: 'grantRole',
    args: [input.oclId, input.to, role, expiry, input.isAgent],
  });
  return {
    transaction: {
      chainId: chain.chainId,
      from: input.from,
      to: chain.contracts.accessResolver as Address,
      value: '0',
      data,
    },
    next: 'Sign and send it. The contract refuses it unless the signer may grant this role in this lab.',
  };
}
