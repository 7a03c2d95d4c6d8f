import { accessResolverAbi, labNftAbi, oclTokenizerAbi, onChainLabFactoryAbi } from '@labroom/contracts/abi';
import { decodeOclId } from '@labroom/contracts/ocl-id';
import { ROLES } from '@labroom/protocol/conditions';
import { explainExpiry } from '@labroom/protocol/role-expiry';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import { z } from 'zod';
import type { OclTermsMessage } from '#contract/schema.generated.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { type ErrorCode, ServiceError } from '#platform/errors/errors.ts';
import { oclId, walletAddress } from '#platform/input/input.ts';
import { readContract } from '../../chain/read-contract.ts';
import { TERMS } from './queries.ts';
import type { McpReader } from './reader.ts';

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
  expiry: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe('When the role ends, to the second, e.g. `2027-01-31T00:00:00Z`; `null`: never.'),
  isAgent: z.boolean().default(false).describe('Marks the wallet as that of a program.'),
});

/** The transaction that grants a role in a lab. A second grant replaces the first. */
export function prepareGrant({ chain }: ChainContext, input: z.output<typeof grantSchema>) {
  const expiry = input.expiry === null ? 0n : BigInt(Math.floor(Date.parse(input.expiry) / 1_000));
  const wrong = explainExpiry(expiry, new Date());
  if (wrong) throw new ServiceError('VALIDATION_FAILED', wrong, { details: { argument: 'expiry' } });
  const role = input.role === 'VIEWER' ? ROLES.viewer : ROLES.contributor;
  const data = encodeFunctionData({
    abi: accessResolverAbi,
    functionName: 'grantRole',
    args: [input.oclId, input.to, role, expiry, input.isAgent],
  });
  return {
    transaction: toAccessResolver(chain, input.from, data),
    next: 'Sign and send it. The contract refuses it unless the signer may grant this role in this lab.',
  };
}

export const extendSchema = grantSchema
  .omit({ role: true, isAgent: true })
  .extend({ expiry: grantSchema.shape.expiry.unwrap() });

/** The transaction that moves the end of a role that a wallet has. */
export async function prepareExtend(
  { chain }: ChainContext,
  { from, oclId: lab, to, expiry }: z.output<typeof extendSchema>,
) {
  const found = await readContract(chain, {
    address: chain.contracts.accessResolver as Address,
    abi: accessResolverAbi,
    functionName: 'getRole',
    args: [lab, to],
  });
  const [role, , isAgent] = found ?? [0];
  if (role !== ROLES.viewer && role !== ROLES.contributor)
    throw new ServiceError('NOT_FOUND', `${to} has no role in this lab. Grant one with prepare_grant.`);
  const kept = role === ROLES.viewer ? 'VIEWER' : 'CONTRIBUTOR';
  return prepareGrant({ chain }, { from, oclId: lab, to, expiry, role: kept, isAgent: isAgent ?? false });
}

export const revokeSchema = grantSchema
  .pick({ from: true, oclId: true })
  .extend({ to: walletAddress.describe('The wallet whose role ends.') });

/** The transaction that ends a role. A wallet gives up its own by the same tool. */
export function prepareRevoke(
  { chain }: ChainContext,
  { from, oclId: lab, to }: z.output<typeof revokeSchema>,
) {
  const data =
    from === to
      ? encodeFunctionData({ abi: accessResolverAbi, functionName: 'renounceRole', args: [lab] })
      : encodeFunctionData({ abi: accessResolverAbi, functionName: 'revokeRole', args: [lab, to] });
  return {
    transaction: toAccessResolver(chain, from, data),
    next: 'Sign and send it. From that block on the wallet receives no key. What it downloaded before, it keeps.',
  };
}

export const tokenizeSchema = z.object({
  from: walletAddress.describe('The wallet that signs: the controller of the lab.'),
  oclId: grantSchema.shape.oclId,
  symbol: z.string().min(1).max(20).describe('Symbol of the token.'),
  amount: z
    .string()
    .regex(/^[1-9][0-9]{0,59}$/)
    .describe('First supply for `from`, in units of 10^-18.'),
  agreementKey: z.string().min(1).max(2_000).describe('Of generateOclMembershipAgreement.'),
  contentHash: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/)
    .describe('Of the same result.'),
  signature: z
    .string()
    .regex(/^0x(?:[0-9a-fA-F]{2}){1,4096}$/)
    .optional()
    .describe('Of the terms. Omit it to get the terms.'),
});

/** The terms to sign (EIP-191), and with their signature the transaction that gives a lab its token. */
export async function prepareTokenize(
  { chain }: ChainContext,
  reader: McpReader,
  { from, oclId: lab, symbol, amount, agreementKey, contentHash, signature }: z.output<typeof tokenizeSchema>,
) {
  const { chainId, contracts } = chain;
  if (contracts.tokenizer === null)
    throw new ServiceError('VALIDATION_FAILED', 'This environment has no tokenizer.');
  const { tokenId } = decodeOclId(lab);
  const variables = { agreementKey, contentHash, labId: String(tokenId), chainId };
  const { getOclTermsMessage: terms } = await reader.query(TERMS, variables);
  const { message, error } = terms as OclTermsMessage;
  if (error)
    throw new ServiceError(error.code as ErrorCode, error.message, {
      details: JSON.parse(error.details ?? '{}'),
    });
  if (signature === undefined)
    return {
      message,
      transaction: null,
      next: 'Show the text to the person. Sign it with personal_sign (EIP-191), byte for byte, and call prepare_tokenize again with the signature.',
    };
  const data = encodeFunctionData({
    abi: oclTokenizerAbi,
    functionName: 'tokenize',
    args: [tokenId, BigInt(amount), symbol, agreementKey, contentHash as Hex, signature as Hex],
  });
  return {
    message,
    transaction: { chainId, from, to: contracts.tokenizer, value: '0', data },
    next: 'Sign and send it. A lab has one token for good. The contract refuses the signature of another wallet than the controller.',
  };
}

function toAccessResolver({ chainId, contracts }: ChainContext['chain'], from: Address, data: Hex) {
  return { chainId, from, to: contracts.accessResolver as Address, value: '0', data };
}
