import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { EmbeddedFacilitator } from '@labroom/payments/facilitators/embedded-facilitator.ts';
import { type Permit2Authorization, readAuthorization } from '@labroom/payments/payment/authorization.ts';
import { hashOfAuthorization, mismatchOf } from '@labroom/payments/payment/authorization-hash.ts';
import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import { type Address, isAddressEqual, parseAbi, recoverAddress } from 'viem';
import { facilitatorAt } from './test-facilitator.ts';
import { chainOf, type TestWallet } from './test-wallets.ts';
import { listen } from './transports/listen.ts';

interface FacilitatorRequest {
  x402Version: number;
  paymentPayload: PaymentPayload;
  paymentRequirements: PaymentRequirements;
}

/**
 * Faults of a response:
 * - `down`: the connection breaks before anything is done.
 * - `hangs`: nothing is done, and no answer comes.
 * - `lost`: the work is done, then the connection breaks.
 * - `late`: the work is done, and no answer comes.
 * - `pending`: the work is done, but the answer is that it is not mined yet.
 * - `says`: nothing is done; this answer comes.
 * - `until`: the work is done and answered after this promise.
 */
export type FacilitatorFault =
  | 'honest'
  | 'down'
  | 'hangs'
  | 'lost'
  | 'late'
  | 'pending'
  | { says: unknown; status?: number }
  | { until: Promise<unknown> };

export interface ScriptedFacilitator {
  url: string;
  /** Every request so far. */
  asked: { path: string; headers: IncomingHttpHeaders; body: FacilitatorRequest }[];
  /** Fault of the following requests. */
  verify: FacilitatorFault;
  settle: FacilitatorFault;
  /** Resolves when nothing is being worked on any more, also for clients that went away. */
  idle(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * A facilitator over HTTP that settles on the chain of this run, with scripted faults. Unlike the embedded one it accepts
 * Permit2: without its contracts, it uses an allowance of the payer for `account`.
 */
export async function startScriptedFacilitator(account: TestWallet): Promise<ScriptedFacilitator> {
  const embedded = facilitatorAt(account);
  const underWay = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    const work = answer(request, response).catch(() => response.destroy());
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  });
  const { url, close } = await listen(server);
  const script: ScriptedFacilitator = {
    url,
    asked: [],
    verify: 'honest',
    settle: 'honest',
    idle: () => Promise.all(underWay),
    close,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const path = request.url ?? '';
    const body = (await json(request)) as FacilitatorRequest;
    script.asked.push({ path, headers: request.headers, body });
    const fault = path === '/verify' ? script.verify : script.settle;
    if (fault === 'hangs') return;
    if (fault === 'down') return response.destroy();
    if (typeof fault === 'object') {
      if ('says' in fault) return send(response, fault.says, fault.status);
      await fault.until;
    }
    const outcome = path === '/verify' ? await verify(embedded, body) : await settle(embedded, account, body);
    if (fault === 'late') return;
    if (fault === 'lost') return response.destroy();
    if (fault === 'pending')
      return send(response, { ...outcome, success: false, errorReason: 'settlement_pending' });
    send(response, outcome);
  }
  return script;
}

function send(response: ServerResponse, body: unknown, status = 200): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
}

async function verify(
  embedded: EmbeddedFacilitator,
  { paymentPayload, paymentRequirements }: FacilitatorRequest,
): Promise<VerifyResponse> {
  const signed = readAuthorization(paymentPayload);
  if (signed?.kind === 'permit2') return verifyPermit2(signed, paymentRequirements);
  const outcome = await embedded.verify(paymentPayload, paymentRequirements);
  return outcome.kind === 'valid'
    ? { isValid: true, payer: outcome.payer }
    : { isValid: false, invalidReason: outcome.reason };
}

async function verifyPermit2(
  signed: Permit2Authorization,
  requirements: PaymentRequirements,
): Promise<VerifyResponse> {
  const mismatch = mismatchOf(signed, requirements);
  if (mismatch) return { isValid: false, invalidReason: mismatch };
  const hash = hashOfAuthorization(signed, requirements);
  const signer = await recoverAddress({ hash, signature: signed.signature });
  return isAddressEqual(signer, signed.from)
    ? { isValid: true, payer: signer }
    : { isValid: false, invalidReason: 'invalid_permit2_signature' };
}

async function settle(
  embedded: EmbeddedFacilitator,
  account: TestWallet,
  { paymentPayload, paymentRequirements }: FacilitatorRequest,
): Promise<SettleResponse> {
  const { network } = paymentRequirements;
  const signed = readAuthorization(paymentPayload);
  if (signed?.kind === 'permit2') {
    const transaction = await transferByAllowance(account, signed, paymentRequirements);
    return { success: true, transaction, network, payer: signed.from };
  }
  const outcome = await embedded.settle(paymentPayload, paymentRequirements);
  return outcome.kind === 'settled'
    ? { success: true, transaction: outcome.transaction, network, payer: signed?.from }
    : { success: false, errorReason: outcome.reason, transaction: outcome.transaction ?? '', network };
}

async function transferByAllowance(
  account: TestWallet,
  { from }: Permit2Authorization,
  { asset, payTo, amount }: PaymentRequirements,
): Promise<string> {
  return (
    await chainOf(account).write({
      address: asset as Address,
      abi: parseAbi(['function transferFrom(address, address, uint256) returns (bool)']),
      functionName: 'transferFrom',
      args: [from, payTo as Address, BigInt(amount)],
    })
  ).transactionHash;
}
