import { randomBytes } from 'node:crypto';
import { encodeOclId } from '@labroom/contracts/ocl-id';
import { intentNonce, type NamedCall, paidAnswerMessage } from '@labroom/protocol/payment-intent';
import { offersOf } from '@labroom/service/gateway/offers/offers.ts';
import type { PaidMutation } from '@labroom/service/platform/config/paid-mutations.ts';
import type { Database } from '@labroom/service/platform/db/database.ts';
import { paidCalls } from '@labroom/service/platform/db/tables/paid-calls.ts';
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';
import { eq, sql } from 'drizzle-orm';
import { bytesToHex, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { paymentHeaderOf, signedPayment, type TransferMessage } from './sign-payment.ts';
import { mintStablecoins } from './test-payment.ts';
import type { TestService } from './test-service.ts';
import { fundedWallet, type TestWallet } from './test-wallets.ts';

/** A mutation that needs a wallet and nothing else. */
export const DATA_KEY = 'mutation { generateDataEncryptionKey { plaintextDEK encryptedDek error { code } } }';

/** A well-formed id of a lab that does not exist. */
export const UNKNOWN_LAB = encodeOclId({ tokenId: 2n ** 80n - 1n, account: `0x${'1a'.repeat(20)}` });

export interface GatewayAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as the program would that has only the text of the schema.
  body: any;
  /** The challenge, if any. */
  required: PaymentRequired | null;
  /** The `payment-response` header, if any. */
  settlement: SettleResponse | null;
}

export interface GatewayCall {
  mutation: string;
  /** An object is sent as JSON, a text as it is. */
  body: object | string;
  headers?: Record<string, string>;
}

/** One POST to the gateway of a service, as a program without any library would make it. */
export const callGateway = (
  service: { url: string },
  { mutation, ...call }: GatewayCall,
  payment?: PaymentPayload | string,
): Promise<GatewayAnswer> => postToGateway(service, `labs/${mutation}`, call, payment);

/** @param path below `x402/` */
export async function postToGateway(
  service: { url: string },
  path: string,
  { body, headers }: Pick<GatewayCall, 'body' | 'headers'>,
  payment?: PaymentPayload | string,
): Promise<GatewayAnswer> {
  const response = await fetch(`${service.url}/local/x402/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(payment !== undefined && { 'payment-signature': paymentHeaderOf(payment) }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
    required: decoded(response.headers.get('payment-required')),
    settlement: decoded(response.headers.get('payment-response')),
  };
}

function decoded<T>(header: string | null): T | null {
  return header === null ? null : JSON.parse(Buffer.from(header, 'base64').toString());
}

export function priceOf({ context }: TestService, mutation: PaidMutation): PaymentRequirements {
  return offersOf(context.config)[mutation].requirements;
}

let minter: Promise<TestWallet> | undefined;

/** A wallet with stablecoins and nothing else. */
export async function payerWith(amount: bigint): Promise<TestWallet> {
  const payer = privateKeyToAccount(generatePrivateKey());
  await fillUp(payer, amount);
  return payer;
}

export async function fillUp({ address }: Pick<TestWallet, 'address'>, amount: bigint): Promise<void> {
  minter ??= fundedWallet();
  const minting = minter.then(async (wallet) => {
    if (amount > 0n) await mintStablecoins(wallet, address, amount);
    return wallet;
  });
  minter = minting;
  await minting;
}

/** A payment for a mutation, as the stock client would sign it. */
export function paymentFor(
  service: TestService,
  payer: TestWallet,
  mutation: PaidMutation = 'generateDataEncryptionKey',
  changes: Partial<TransferMessage> = {},
): Promise<PaymentPayload> {
  return signedPayment(payer, priceOf(service, mutation), changes);
}

/** A call with a payment that names it: what to send besides the call itself. */
export interface NamedPayment {
  payment: PaymentPayload;
  /** The call with the header `payment-salt`. */
  call: GatewayCall & { body: string };
  nonce: Hex;
}

/** A payment whose nonce is derived from the call, as our client signs it. */
export async function namedPaymentFor(
  service: TestService,
  payer: TestWallet,
  { mutation, body, headers }: GatewayCall & { mutation: PaidMutation },
  changes: Partial<NamedCall> = {},
): Promise<NamedPayment> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const salt = bytesToHex(randomBytes(32));
  const resource = offersOf(service.context.config)[mutation].resource.url;
  const nonce = intentNonce({ resource, body: text, salt, ...changes });
  return {
    payment: await paymentFor(service, payer, mutation, { nonce }),
    call: { mutation, body: text, headers: { ...headers, 'payment-salt': salt } },
    nonce,
  };
}

/** The header `payment-proof`, by which a payer asks again for an answer. */
export async function answerProof(
  service: TestService,
  signer: TestWallet,
  { call, nonce }: Pick<NamedPayment, 'call' | 'nonce'>,
  { wallet = signer.address, issuedAt = new Date() }: { wallet?: Hex; issuedAt?: Date } = {},
): Promise<string> {
  const { config } = service.context;
  const resource = `${config.http.publicUrl}/x402/labs/${call.mutation}`;
  const time = issuedAt.toISOString();
  const message = paidAnswerMessage({ chainId: config.chain.id, resource, wallet, nonce, issuedAt: time });
  return `${time} ${await signer.signTypedData(message)}`;
}

/** Makes the unpaid calls of a payer a day old. */
export async function endWait(db: Database, { address }: { address: string }): Promise<void> {
  await db.execute(
    sql`update paid_calls set ended_at = ended_at - interval '1 day' where payer = ${address.toLowerCase()}`,
  );
}

/** The ledger's rows of a payer, the first one first. */
export function callsOf({ context }: TestService, { address }: { address: string }) {
  return context.db
    .select()
    .from(paidCalls)
    .where(eq(paidCalls.payer, address.toLowerCase()))
    .orderBy(paidCalls.createdAt, paidCalls.attempt);
}
