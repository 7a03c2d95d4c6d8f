import { randomBytes } from 'node:crypto';
import { paymentChannels } from '@labroom/contracts/payment-channels';
import type { ChannelConfig } from '@labroom/payments/channels/channel-config.ts';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { voucherTypes } from '@x402/evm';
import { type Address, bytesToHex, encodeAbiParameters, type Hex, hashTypedData, keccak256 } from 'viem';
import type { TestWallet } from './actors.ts';

// For tests and benchmarks. Imports nothing of Vitest, so that all can use it.

export interface ChannelVouchers {
  config: ChannelConfig;
  id: Hex;
  /** A payment by a voucher for `cumulative`, with other contents where `changes` says so. */
  voucher(cumulative: bigint, changes?: VoucherChanges): Promise<PaymentPayload>;
  /** The same, which brings money first. */
  deposit(amount: bigint, cumulative: bigint, changes?: VoucherChanges): Promise<PaymentPayload>;
}

interface VoucherChanges {
  signer?: TestWallet;
  config?: Partial<ChannelConfig>;
  channelId?: Hex;
  chainId?: number;
  contract?: Address;
}

const domainOf = (chainId = 31337, verifyingContract: Address = paymentChannels.contract) =>
  ({ name: 'x402 Batch Settlement', version: '1', chainId, verifyingContract }) as const;

const uint256 = { type: 'uint256' } as const;

/** A channel of a payer for what a gateway asks, as the stock client would open it. */
export function channelVouchers(
  requirements: PaymentRequirements,
  payer: TestWallet,
  changes: Partial<ChannelConfig> = {},
): ChannelVouchers {
  const { payTo, asset, extra } = requirements;
  const config = {
    payer: payer.address,
    payerAuthorizer: payer.address,
    receiver: payTo as Address,
    receiverAuthorizer: extra.receiverAuthorizer as Address,
    token: asset as Address,
    withdrawDelay: Number(extra.withdrawDelay),
    salt: bytesToHex(randomBytes(32)),
    ...changes,
  };
  const id = channelId(config);

  async function voucherFields(cumulative: bigint, changed: VoucherChanges) {
    const channelConfig = { ...config, ...changed.config };
    const named = changed.channelId ?? channelId(channelConfig);
    const signature = await (changed.signer ?? payer).signTypedData({
      domain: domainOf(changed.chainId, changed.contract),
      types: voucherTypes,
      primaryType: 'Voucher',
      message: { channelId: named, maxClaimableAmount: cumulative },
    });
    return { channelConfig, voucher: { channelId: named, maxClaimableAmount: `${cumulative}`, signature } };
  }
  const paymentOf = (payload: Record<string, unknown>): PaymentPayload => ({
    x402Version: 2,
    accepted: requirements,
    payload,
  });

  return {
    config,
    id,
    async voucher(cumulative, changed = {}) {
      return paymentOf({ type: 'voucher', ...(await voucherFields(cumulative, changed)) });
    },
    async deposit(amount, cumulative, changed = {}) {
      const salt = bytesToHex(randomBytes(32));
      const validBefore = BigInt(Math.floor(Date.now() / 1_000) + 300);
      const signature = await payer.signTypedData({
        domain: {
          name: String(extra.name),
          version: String(extra.version),
          chainId: 31337,
          verifyingContract: config.token,
        },
        types: {
          ReceiveWithAuthorization: [
            { name: 'from', type: 'address' },
            { name: 'to', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'validAfter', type: 'uint256' },
            { name: 'validBefore', type: 'uint256' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'ReceiveWithAuthorization',
        message: {
          from: payer.address,
          to: paymentChannels.collector,
          value: amount,
          validAfter: 0n,
          validBefore,
          nonce: keccak256(encodeAbiParameters([{ type: 'bytes32' }, uint256], [id, BigInt(salt)])),
        },
      });
      const erc3009Authorization = { validAfter: '0', validBefore: `${validBefore}`, salt, signature };
      return paymentOf({
        type: 'deposit',
        ...(await voucherFields(cumulative, changed)),
        deposit: { amount: `${amount}`, authorization: { erc3009Authorization } },
      });
    },
  };
}

function channelId(config: ChannelConfig): Hex {
  return hashTypedData({
    domain: domainOf(),
    types: {
      ChannelConfig: [
        { name: 'payer', type: 'address' },
        { name: 'payerAuthorizer', type: 'address' },
        { name: 'receiver', type: 'address' },
        { name: 'receiverAuthorizer', type: 'address' },
        { name: 'token', type: 'address' },
        { name: 'withdrawDelay', type: 'uint40' },
        { name: 'salt', type: 'bytes32' },
      ],
    },
    primaryType: 'ChannelConfig',
    message: config,
  });
}
