import { paymentChannels } from '@labroom/contracts/payment-channels';
import type { PaymentRequirements } from '@x402/core/types';
import { BATCH_SETTLEMENT_DOMAIN, voucherTypes } from '@x402/evm';
import {
  type Address,
  concatHex,
  domainSeparator,
  type Hex,
  hashStruct,
  isAddressEqual,
  keccak256,
  maxUint256,
} from 'viem';
import { z } from 'zod';
import { PaymentRejectedError } from '../payment/call-errors.ts';
import type { ChannelConfig } from './channel-config.ts';

export const CHANNEL_SCHEME = 'batch-settlement';

/** What a payer sent to pay a call from a channel. Its voucher is not verified yet. */
export interface ChannelPayment {
  payer: Address;
  channelId: Hex;
  config: ChannelConfig;
  /** What may be claimed from the channel in all, with this call. */
  cumulative: bigint;
  signature: Hex;
  /** Money that the payer adds first. */
  deposit: { amount: bigint; validAfter: bigint; validBefore: bigint; salt: bigint; signature: Hex } | null;
}

const maxUint128 = 2n ** 128n - 1n;
const hex = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .transform((text) => text as Hex);
/** Lowercase: the payer may write any case. */
const address = hex(/^0x[0-9a-fA-F]{40}$/).transform((text) => text.toLowerCase() as Address);
const bytes32 = hex(/^0x[0-9a-fA-F]{64}$/);
/** Of a key; contracts cannot sign vouchers here. */
const signature = hex(/^0x[0-9a-fA-F]{130}$/);
const whole = (most: bigint) =>
  z
    .string()
    .regex(/^\d{1,78}$/)
    .transform(BigInt)
    .refine((value) => value <= most);

const voucherFields = {
  channelConfig: z.strictObject({
    payer: address,
    payerAuthorizer: address,
    receiver: address,
    receiverAuthorizer: address,
    token: address,
    withdrawDelay: z
      .int()
      .min(0)
      .max(2 ** 40 - 1),
    salt: bytes32,
  }),
  voucher: z.strictObject({ channelId: bytes32, maxClaimableAmount: whole(maxUint128), signature }),
};
const payloadSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('voucher'), ...voucherFields }),
  z.strictObject({
    type: z.literal('deposit'),
    ...voucherFields,
    deposit: z.strictObject({
      amount: whole(maxUint128),
      authorization: z.strictObject({
        erc3009Authorization: z.strictObject({
          validAfter: whole(maxUint256),
          validBefore: whole(maxUint256),
          salt: bytes32.transform(BigInt),
          signature,
        }),
      }),
    }),
  }),
]);

/** A refusal by the name that x402 has for it, so that stock clients know what to do. */
export function refusedChannel(
  reason: string,
  options: ConstructorParameters<typeof PaymentRejectedError>[1] = {},
): PaymentRejectedError {
  return new PaymentRejectedError(`invalid_batch_settlement_evm_${reason}`, options);
}

/**
 * Parses a payment from a channel and compares it with what this gateway asks for.
 *
 * [Note: who pays from a channel] Anyone can put money into a channel that names somebody else as payer, with a key of
 * their own for the vouchers. The call runs in the name of the payer, so only the payer's own key may sign vouchers.
 *
 * @throws PaymentRejectedError naming what is wrong
 */
export function readChannelPayment(
  requirements: PaymentRequirements,
  payload: Record<string, unknown>,
): ChannelPayment {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw refusedChannel('payload_type');
  const { channelConfig: config, voucher, ...rest } = parsed.data;
  const { payTo, asset, extra } = requirements;
  if (!isAddressEqual(config.receiver, payTo as Address)) throw refusedChannel('receiver_mismatch');
  if (!isAddressEqual(config.token, asset as Address)) throw refusedChannel('token_mismatch');
  if (!isAddressEqual(config.receiverAuthorizer, extra.receiverAuthorizer as Address))
    throw refusedChannel('receiver_authorizer_mismatch');
  if (config.withdrawDelay !== extra.withdrawDelay) throw refusedChannel('withdraw_delay_mismatch');
  if (!isAddressEqual(config.payerAuthorizer, config.payer))
    throw refusedChannel('payer_authorizer_mismatch');
  const channelId = channelIdOf(config, requirements);
  if (voucher.channelId.toLowerCase() !== channelId) throw refusedChannel('channel_id_mismatch');
  const deposit = 'deposit' in rest ? rest.deposit : null;
  if (deposit && deposit.amount < BigInt(requirements.amount))
    throw refusedChannel('deposit_below_min_deposit');
  return {
    payer: config.payer,
    channelId,
    config,
    cumulative: voucher.maxClaimableAmount,
    signature: voucher.signature,
    deposit: deposit && { amount: deposit.amount, ...deposit.authorization.erc3009Authorization },
  };
}

/**
 * Takes only the form of a signature that the contract takes: another one would be charged and could not be claimed, nor could
 * the channels that are claimed with it.
 * @throws PaymentRejectedError unless the payer signed the voucher
 */
export function requireSignedVoucher(
  signerOf: (hash: Hex, signature: Hex) => Address | null,
  payment: ChannelPayment,
  requirements: PaymentRequirements,
): void {
  if (signerOf(voucherHash(payment, requirements), payment.signature) !== payment.payer)
    throw refusedChannel('voucher_signature');
}

const channelConfigTypes = {
  ChannelConfig: [
    { name: 'payer', type: 'address' },
    { name: 'payerAuthorizer', type: 'address' },
    { name: 'receiver', type: 'address' },
    { name: 'receiverAuthorizer', type: 'address' },
    { name: 'token', type: 'address' },
    { name: 'withdrawDelay', type: 'uint40' },
    { name: 'salt', type: 'bytes32' },
  ],
} as const;

/** The domain (EIP-712) of vouchers, claims and channel ids. */
export const channelDomain = (network: string) => ({
  ...BATCH_SETTLEMENT_DOMAIN,
  chainId: Number(network.slice('eip155:'.length)),
  verifyingContract: paymentChannels.contract,
});

function channelIdOf(config: ChannelConfig, { network }: PaymentRequirements): Hex {
  return typedHash(
    network,
    hashStruct({ types: channelConfigTypes, primaryType: 'ChannelConfig', data: { ...config } }),
  );
}

function voucherHash({ channelId, cumulative }: ChannelPayment, { network }: PaymentRequirements): Hex {
  const data = { channelId, maxClaimableAmount: cumulative };
  return typedHash(network, hashStruct({ types: voucherTypes, primaryType: 'Voucher', data }));
}

const domainHashes = new Map<string, Hex>();

/** Like `hashTypedData` of viem, which hashes the domain and its type each time. */
function typedHash(network: string, struct: Hex): Hex {
  const known = domainHashes.get(network);
  const domainHash = known ?? domainSeparator({ domain: channelDomain(network) });
  if (!known) domainHashes.set(network, domainHash);
  return keccak256(concatHex(['0x1901', domainHash, struct]));
}
