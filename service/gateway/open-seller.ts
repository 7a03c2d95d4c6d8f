import { type PaymentPlugin, ReceiptSigner, type Seller } from '@labroom/payments';
import { type Address, bytesToHex, parseAbi } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { verifyHash } from '#chain/signatures.ts';
import { signHash } from '#chain/signer-of.ts';
import type { ServiceContext } from '#core/context/context.ts';
import type { SigningKeys } from '#platform/config/secrets.ts';
import type { Runner } from '#platform/db/runner.ts';
import { demandIntent } from './demand-intent.ts';
import { PUBLIC_NAME } from './offers/offers.ts';
import { openPaidCallStore } from './open-paid-call-store.ts';
import { payersScope } from './payers-scope.ts';

const balanceAbi = parseAbi(['function balanceOf(address account) view returns (uint256)']);

interface SellerParts {
  receipts: ReceiptSigner;
  runner: Runner;
  plugins: readonly PaymentPlugin[];
}

/** The seller of paid calls: what `@labroom/payments` needs of database, chain, facilitator and tokens. */
export function openSeller(context: ServiceContext, { receipts, runner, plugins }: SellerParts): Seller {
  const { config, secrets, chain, facilitator } = context;
  return {
    name: PUBLIC_NAME,
    messageChainId: config.chain.id,
    config: config.gateway,
    keys: secrets.idempotencyKeys,
    facilitator,
    store: openPaidCallStore(context),
    payers: {
      isSigned: (signed) => verifyHash(chain, signed, payersScope),
      balanceOf: (payer: Address) =>
        chain.node.readContract({
          address: config.gateway.asset,
          abi: balanceAbi,
          functionName: 'balanceOf',
          args: [payer],
        }),
    },
    receipts,
    plugins,
    hold: () => runner.hold(),
    demandIntent: (call, payer, headers) => demandIntent(context, call, payer, headers),
  };
}

/** Signs receipts by the first key. Those of the others stay valid. */
export const receiptSigner = (keys: SigningKeys) =>
  new ReceiptSigner({
    signers: keys.map((key) => privateKeyToAddress(bytesToHex(key))),
    sign: async (hash) => signHash(hash, keys[0]),
  });
