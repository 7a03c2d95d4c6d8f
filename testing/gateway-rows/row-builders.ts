import { networks } from '@labroom/contracts/networks';
import { readAuthorization } from '@labroom/payments/payment/authorization.ts';
import { hashOfAuthorization } from '@labroom/payments/payment/authorization-hash.ts';
import type { Settlement } from '@labroom/payments/payment/facilitator.ts';
import type { Forward } from '@labroom/service/gateway/forward.ts';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { x402ExactPermit2ProxyAddress } from '@x402/evm';
import type { Address } from 'viem';
import type { GatewayFixture, Row } from '../gateway-table.ts';
import type { FacilitatorFault } from '../scripted-facilitator.ts';
import { PRICE, randomAddress } from '../test-payment.ts';
import type { TestWallet } from '../test-wallets.ts';

export const seconds = (left: number) => BigInt(Math.floor(Date.now() / 1_000) + left);
export const answering =
  (status: number): Forward =>
  async () => ({ status, body: { upstream: status } });
export const lost: Settlement = { kind: 'unknown', reason: 'facilitator_timeout', transaction: null };
export const accepting = (payment: PaymentPayload, changes: object): PaymentPayload => ({
  ...payment,
  accepted: { ...payment.accepted, ...changes },
});
export const inPayload = (payment: PaymentPayload, changes: object): PaymentPayload => ({
  ...payment,
  payload: { ...payment.payload, ...changes },
});
export const permit2Of = (from: Address, to: Address = randomAddress()) => ({
  from,
  permitted: { token: networks[31337].contracts.usdc, amount: String(PRICE) },
  spender: x402ExactPermit2ProxyAddress,
  nonce: '1',
  deadline: String(seconds(300)),
  witness: { to, validAfter: '0' },
});
export async function permit2Payment(
  payer: TestWallet,
  accepted: PaymentRequirements,
): Promise<PaymentPayload> {
  const permit2Authorization = permit2Of(payer.address, accepted.payTo as Address);
  const read = readAuthorization({ payload: { signature: '0x', permit2Authorization } });
  const signature = read && (await payer.sign({ hash: hashOfAuthorization(read, accepted) }));
  return { x402Version: 2, accepted, payload: { signature, permit2Authorization } };
}
export const invalid = (
  row: string,
  error: string,
  payment: (fixture: GatewayFixture) => Promise<PaymentPayload | string>,
): Row => ({
  row,
  run: async (fixture) => fixture.call(await payment(fixture)),
  status: 402,
  error,
});
export const badCall = (row: string, body: object | string): Row => ({
  row,
  run: async ({ pay, call }) => call(await pay(), { body }),
  status: 400,
});
/** A row in which the upstream response decides whether the payment settles. */
export const upstream = (
  row: string,
  script: Parameters<GatewayFixture['script']>[0],
  rest: Omit<Row, 'row' | 'run'>,
): Row => ({
  row,
  async run({ pay, call, script: follow }) {
    follow(script);
    return call(await pay());
  },
  ran: 1,
  ...rest,
});

/** A row for a data key through a scripted remote facilitator. */
export const remotely = (
  row: string,
  faults: {
    verify?: FacilitatorFault;
    settle?: FacilitatorFault | ((fixture: GatewayFixture & { payment: PaymentPayload }) => Promise<void>);
  },
  rest: Omit<Row, 'row' | 'run'>,
): Row => ({
  row,
  isRemote: true,
  async run(fixture) {
    const { pay, call, remote, forward, script } = fixture;
    const payment = await pay();
    const { verify = 'honest', settle = 'honest' } = faults;
    remote.verify = verify;
    if (typeof settle !== 'function') remote.settle = settle;
    else
      script({
        async forward(...args) {
          await settle({ ...fixture, payment });
          return forward(...args);
        },
      });
    const answer = await call(payment);
    await remote.idle();
    return answer;
  },
  ...rest,
});

export const paidAll = { status: 200, settlement: true, ran: 1, paid: 1, ledger: ['settled'] } as const;
export const pending = { status: 200, settlement: 'settlement_pending', ran: 1, ledger: ['unknown'] };
