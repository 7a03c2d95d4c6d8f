import { randomBytes } from 'node:crypto';
import { intentNonce, paidAnswerMessage } from '@labroom/protocol/payment-intent';
import type { PaymentPayload } from '@x402/core/types';
import { bytesToHex, type Hex } from 'viem';
import { signedPayment } from './sign-payment.ts';
import { callGateway, type GatewayAnswer, type GatewayCall, postToGateway } from './test-gateway.ts';
import type { TestService } from './test-service.ts';
import type { TestWallet } from './test-wallets.ts';

export interface PlannedCall {
  mutation: string;
  variables?: Record<string, unknown>;
}

/** A journey with the payment that names it. */
export interface SignedJourney {
  body: string;
  payment: PaymentPayload;
  /** `payment-salt`. */
  headers: Record<string, string>;
  /** A new `payment-proof`. */
  proof(): Promise<string>;
}

type Service = Pick<TestService, 'url'>;

export const quoteJourney = (service: Service, body: object): Promise<GatewayAnswer> =>
  postToGateway(service, 'journeys', { body });

export async function signJourney(
  service: Service,
  payer: TestWallet,
  calls: readonly PlannedCall[],
): Promise<SignedJourney> {
  const body = JSON.stringify({ calls, payerAddress: payer.address });
  const { required } = await postToGateway(service, 'journeys', { body });
  const [requirements] = required?.accepts ?? [];
  const resource = required?.resource.url;
  if (!requirements || !resource) throw new Error('The journey has no price');
  const salt = bytesToHex(randomBytes(32));
  const nonce = intentNonce({ resource, body, salt });
  return {
    body,
    payment: await signedPayment(payer, requirements, { nonce }),
    headers: { 'payment-salt': salt },
    async proof() {
      const issuedAt = new Date().toISOString();
      const claim = { chainId: 31337, resource, wallet: payer.address as Hex, nonce, issuedAt };
      return `${issuedAt} ${await payer.signTypedData(paidAnswerMessage(claim))}`;
    },
  };
}

export const payForJourney = (
  service: Service,
  { body, headers, payment }: Omit<SignedJourney, 'proof'>,
): Promise<GatewayAnswer> => postToGateway(service, 'journeys', { body, headers }, payment);

/** Buys a journey. @returns the secret that opens its calls */
export async function buyJourney(
  service: Service,
  payer: TestWallet,
  calls: readonly PlannedCall[],
): Promise<string> {
  const answer = await payForJourney(service, await signJourney(service, payer, calls));
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.journey;
}

/** A call of a journey. */
export const callOf = (
  service: Service,
  journey: string,
  number: number,
  { headers, ...call }: GatewayCall,
): Promise<GatewayAnswer> =>
  callGateway(service, { ...call, headers: { ...headers, 'payment-journey': `${journey} ${number}` } });
