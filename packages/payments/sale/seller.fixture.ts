import { randomBytes } from 'node:crypto';
import type { PaymentPayload } from '@x402/core/types';
import { type Hex, hashTypedData, recoverAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { readAuthorization } from '../payment/authorization.ts';
import { hashOfAuthorization } from '../payment/authorization-hash.ts';
import type { Facilitator } from '../payment/facilitator.ts';
import { createOffer } from '../payment/offer.ts';
import { hashOf } from '../payment/read-body.ts';
import { settled } from '../payment/settlement-outcomes.ts';
import type {
  AuthorizationKey,
  Claim,
  ClaimOutcome,
  KeptAnswer,
  PaidCallStore,
  PaymentUse,
} from './call-store.ts';
import { handlePaidCall } from './handle-paid-call.ts';
import type { CallAnswer, PaidRequest, SellerAnswer } from './paid-call.ts';
import { ReceiptSigner } from './receipt-signer.ts';
import type { PaymentPlugin, Seller } from './seller.ts';

const network = 'eip155:8453';
export const terms = {
  network,
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  domain: { name: 'USD Coin', version: '2' },
  payTo: `0x${'22'.repeat(20)}`,
} as const;
export const url = 'https://seller.example/x402/greet';
export const offer = createOffer(terms, '10000', { url, description: 'A greeting' });

/** A call in the memory of this process. */
export interface MemoryCall extends Omit<PaymentUse, 'requestHash'> {
  claim: Claim;
  kept: { answer: KeptAnswer; secret: Uint8Array } | null;
}

const isSame = (one: AuthorizationKey, other: AuthorizationKey) =>
  (['network', 'asset', 'method', 'payer', 'nonce'] as const).every((part) => one[part] === other[part]);
const isOver = ({ state }: MemoryCall) => state === 'released' || state === 'failed';

/** A store for one process: whoever comes first has the payment. */
function memoryStore(calls: MemoryCall[]): PaidCallStore {
  const byId = (id: string) => calls.find(({ claim }) => claim.id === id);
  const usesOf = (key: AuthorizationKey) => calls.filter(({ claim }) => isSame(claim, key)).reverse();
  const claim = async (claimed: Claim): Promise<ClaimOutcome> => {
    if (usesOf(claimed).some((use) => !isOver(use))) return 'taken';
    const { quote, payer } = claimed;
    calls.push({ claim: claimed, state: 'serving', quote, payer, transaction: null, kept: null });
    return 'claimed';
  };
  return {
    isIdentifierTaken: async () => false,
    usesOf: async (key) =>
      usesOf(key).map(({ claim: { call }, ...use }) => ({ ...use, requestHash: call.requestHash })),
    unpaidWaitOf: async () => 0,
    claim,
    now: async () => new Date(),
    isTimely: async (issuedAt) => Math.abs(Date.now() - issuedAt.getTime()) < 600_000,
    async markServed(id, answer, secret) {
      const call = byId(id);
      if (call?.state !== 'serving') return false;
      Object.assign(call, { state: 'served', kept: secret && { answer, secret } });
      return true;
    },
    async endCall(id, from, { state }) {
      const call = byId(id);
      if (call?.state !== from) return false;
      call.state = state;
      return true;
    },
    async recordSettlement({ id, from }, settlement) {
      const call = byId(id);
      if (call?.state !== from) return null;
      Object.assign(call, { state: settlement.kind, transaction: settlement.transaction });
      return settlement;
    },
    giveUp: async () => {},
    async findAnswer(key, requestHash, secret) {
      const use = usesOf(key).find(({ claim: { call } }) => call.requestHash === requestHash);
      if (!use?.kept || !Buffer.from(use.kept.secret).equals(secret)) return null;
      return { use: { ...use, requestHash }, answer: use.kept.answer };
    },
  };
}

/** Verifies signatures of keys, and settles without a chain. */
function memoryFacilitator(): Facilitator {
  return {
    async verify(payment, requirements) {
      const signed = readAuthorization(payment);
      if (!signed) return { kind: 'invalid', reason: 'unsupported_payload_type' };
      const hash = hashOfAuthorization(signed, requirements);
      const signer = await recoverAddress({ hash, signature: signed.signature });
      return signer.toLowerCase() === signed.from
        ? { kind: 'valid', payer: signed.from }
        : { kind: 'invalid', reason: 'invalid_exact_evm_signature' };
    },
    settle: async () => settled(`0x${randomBytes(32).toString('hex')}`),
    reconcile: async () => ({ kind: 'unknown', reason: 'no_node_to_ask', transaction: null }),
  };
}

const quiet = { info() {}, warn() {}, error() {} };

/** A seller of one call, which greets the payer, without database, chain and network. */
export function sellerInMemory({ plugins = [] }: { plugins?: readonly PaymentPlugin[] } = {}) {
  const calls: MemoryCall[] = [];
  const account = privateKeyToAccount(generatePrivateKey());
  const seller: Seller = {
    name: 'Seller',
    messageChainId: 8453,
    config: {
      network,
      asset: terms.asset,
      maxTimeoutSeconds: 5,
      facilitatorMs: 1_000,
      patience: { forMs: 0, everyMs: 1 },
    },
    keys: [randomBytes(32)],
    facilitator: memoryFacilitator(),
    store: memoryStore(calls),
    payers: {
      isSigned: async ({ address, hash, signature }) =>
        (await recoverAddress({ hash, signature })).toLowerCase() === address.toLowerCase(),
      balanceOf: async () => 1_000_000n,
    },
    receipts: new ReceiptSigner({ signers: [account.address], sign: (hash) => account.sign({ hash }) }),
    plugins,
    hold: async () => ({ number: 1, isHeld: () => true }),
    demandIntent: async () => false,
  };
  /** What the call answers. */
  let run = async (payer: string): Promise<CallAnswer> => ({ status: 200, body: { hello: payer } });

  const call = (request: PaidRequest): Promise<SellerAnswer> =>
    handlePaidCall(
      seller,
      request,
      {
        call: {
          name: 'greet',
          subject: null,
          requestHash: hashOf({ text: request.text }),
          payerAddress: undefined,
          requirePayer() {},
        },
        offer: {
          ...offer,
          others: plugins.flatMap(({ scheme }) => scheme?.requirementsOf(offer.requirements) ?? []),
        },
        run: ({ payer }) => run(payer),
      },
      { requestId: 'request', log: quiet, countPayer: async () => 0 },
    );

  return {
    seller,
    calls,
    signer: account.address,
    call,
    answerWith(next: typeof run) {
      run = next;
    },
    /** The seller as a server, for clients of x402. */
    fetch: (async (input, init) => {
      const request = new Request(input, init);
      const text = await request.text();
      const { status, headers, body } = await call({ text, headers: Object.fromEntries(request.headers) });
      return Response.json(body, { status, headers });
    }) satisfies typeof fetch,
  };
}

/** A payment for the offer (EIP-3009). */
export async function paymentBy(
  payer: ReturnType<typeof privateKeyToAccount>,
  nonce: Hex = `0x${randomBytes(32).toString('hex')}`,
  { requirements } = offer,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const authorization = {
    from: payer.address,
    to: requirements.payTo,
    value: requirements.amount,
    validAfter: '0',
    validBefore: `${now + 300}`,
    nonce,
  };
  const unsigned: PaymentPayload = {
    x402Version: 2,
    accepted: requirements,
    payload: { authorization, signature: '0x' },
  };
  const read = readAuthorization(unsigned);
  if (!read) throw new Error('The payment is malformed');
  const signature = await payer.sign({ hash: hashOfAuthorization(read, requirements) });
  const payment = { ...unsigned, payload: { authorization, signature } };
  return Buffer.from(JSON.stringify(payment)).toString('base64');
}

/** The JSON of a header of x402. */
export const decoded = (header: string | null | undefined) =>
  JSON.parse(Buffer.from(header ?? '', 'base64').toString() || 'null');

export const signTypedData = (
  payer: ReturnType<typeof privateKeyToAccount>,
  message: Parameters<typeof hashTypedData>[0],
) => payer.sign({ hash: hashTypedData(message) });
