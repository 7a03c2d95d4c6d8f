import { devStablecoinAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { RemoteFacilitator } from '@labroom/payments/facilitators/remote-facilitator.ts';
import type { Facilitator } from '@labroom/payments/payment/facilitator.ts';
import type { Forward } from '@labroom/service/gateway/forward.ts';
import { createExecutor } from '@labroom/service/graphql/execute.ts';
import { serviceSchema } from '@labroom/service/graphql/schema.ts';
import type { Reason } from '@labroom/service/platform/errors/errors.ts';
import { forwardInProcess } from '@labroom/service/routes/paid/forward-in-process.ts';
import type { PaymentPayload } from '@x402/core/types';
import { sql } from 'drizzle-orm';
import { type Address, parseEther } from 'viem';
import { expect } from 'vitest';
import { type ScriptedFacilitator, startScriptedFacilitator } from './scripted-facilitator.ts';
import { chainAt, facilitatorAt } from './test-facilitator.ts';
import {
  callGateway,
  callsOf,
  DATA_KEY,
  type GatewayAnswer,
  type GatewayCall,
  payerWith,
  paymentFor,
} from './test-gateway.ts';
import { PRICE } from './test-payment.ts';
import { startTestService, type TestService } from './test-service.ts';
import { chainOf, chainReader, fundedWallet, type TestWallet } from './test-wallets.ts';

/** What the fixture does in one row, instead of what it does otherwise. */
export interface Script extends Partial<Facilitator> {
  forward?: Forward;
  /** What a mutation may take. */
  maxTimeoutSeconds?: number;
  /** What verifying and settling may take. */
  facilitatorMs?: number;
}

/** What a row has to work with. */
export interface GatewayFixture {
  service: TestService;
  /** Has money for three calls. */
  payer: TestWallet;
  /** Does what it does otherwise. */
  facilitator: Facilitator;
  forward: Forward;
  /** A payment of the payer for a data key. */
  pay(changes?: Parameters<typeof paymentFor>[3]): Promise<PaymentPayload>;
  /** Asks for a data key. */
  call(payment?: PaymentPayload | string, other?: Partial<GatewayCall>): Promise<GatewayAnswer>;
  script(script: Script): void;
  /** The facilitator of rows that go through a remote one. */
  remote: ScriptedFacilitator;
  /** Lets that facilitator take the payer's money, as it does for Permit2. */
  allow(): Promise<void>;
  /** Takes the table of claims away, until called with true. */
  claims(areThere: boolean): Promise<void>;
}

export interface Row {
  row: string;
  /** The service asks a facilitator over HTTP, which settles on the same chain, or does not. */
  isRemote?: boolean;
  /** @returns the answer that the row is about */
  run(fixture: GatewayFixture): Promise<GatewayAnswer>;
  status: number;
  /** `error` of the challenge: with every 402, and only then. */
  error?: string;
  /** Reason in the details of the error. */
  reason?: Reason;
  /** `payment-response`: true for success, else the reason; absent where there is none. */
  settlement?: true | string;
  /** Times that the mutation ran. */
  ran?: number;
  /** Times that the price left the payer for who is to be paid. */
  paid?: number;
  /** States of the payer's rows in the ledger. */
  ledger?: readonly string[];
}

/**
 * Two services, one with the embedded facilitator and one with a remote one. Facilitators and mutations do as each row says;
 * the rest, the chain included, is real.
 */
export async function startTable() {
  let script: Script = {};
  let ran = 0;
  const embedded = facilitatorAt(await fundedWallet());
  const account = await fundedWallet();
  const remote = await startScriptedFacilitator(account);
  const remoteClient = new RemoteFacilitator({
    url: remote.url,
    headers: {},
    chain: chainAt(),
    verifyTimeoutMs: 4_000,
    settleTimeoutMs: 4_000,
  });
  const start = async (facilitator: Facilitator): Promise<TestService> => {
    const service: TestService = await startTestService({
      overrides: { facilitator: scripted(facilitator, () => script) },
      forward(...args) {
        ran += 1;
        return (script.forward ?? forwardIn(service))(...args);
      },
      config: (config) => ({
        ...config,
        gateway: { ...config.gateway, patience: { forMs: 300, everyMs: 50 } },
      }),
    });
    return service;
  };
  const services = { embedded: await start(embedded), remote: await start(remoteClient) };
  const { maxTimeoutSeconds, facilitatorMs, payTo } = services.embedded.context.config.gateway;

  return {
    services,
    async check({ row: _, run, isRemote = false, reason, ...expected }: Row): Promise<void> {
      const service = isRemote ? services.remote : services.embedded;
      const { gateway } = service.context.config;
      const follow = (next: Script) => {
        script = next;
        gateway.maxTimeoutSeconds = next.maxTimeoutSeconds ?? maxTimeoutSeconds;
        gateway.facilitatorMs = next.facilitatorMs ?? facilitatorMs;
      };
      follow({});
      ran = 0;
      Object.assign(remote, { verify: 'honest', settle: 'honest' });
      const payer = await payerWith(3n * PRICE);
      const key = { mutation: 'generateDataEncryptionKey', body: { query: DATA_KEY } };
      const answer = await run({
        service,
        payer,
        facilitator: embedded,
        remote,
        allow: () => allow(payer, account),
        forward: forwardIn(service),
        pay: (changes) => paymentFor(service, payer, 'generateDataEncryptionKey', changes),
        call: (payment, other) => callGateway(service, { ...key, ...other }, payment),
        script: follow,
        claims: (areThere) => showClaims(service, areThere),
      });
      const ledger = await callsOf(service, payer);
      const payments = await paymentsOf(payer.address, payTo);
      expect({
        status: answer.status,
        error: answer.required?.error,
        settlement: answer.settlement?.success || answer.settlement?.errorReason,
        ran,
        paid: payments.length,
        ledger: ledger.map(({ state }) => state),
      }).toEqual({ error: undefined, settlement: undefined, ran: 0, paid: 0, ledger: [], ...expected });
      if (reason) expect(answer.body.errors[0].errorInfo.reason).toBe(reason);
      mustBeWellFormed(answer);
      mustTellTheTruth(answer, payments);
    },
    async stop(): Promise<void> {
      await Promise.all([services.embedded.stop(), services.remote.stop(), remote.close()]);
    },
  };
}

function scripted(facilitator: Facilitator, script: () => Script): Facilitator {
  const now = (): Facilitator => ({
    verify: (...args) => facilitator.verify(...args),
    settle: (...args) => facilitator.settle(...args),
    reconcile: (...args) => facilitator.reconcile(...args),
    ...script(),
  });
  return {
    verify: (...args) => now().verify(...args),
    settle: (...args) => now().settle(...args),
    reconcile: (...args) => now().reconcile(...args),
  };
}

function forwardIn({ context }: TestService): Forward {
  const execute = createExecutor(serviceSchema(), { introspection: true, maxDepth: null });
  return forwardInProcess(context, execute);
}

function mustBeWellFormed(answer: GatewayAnswer): void {
  if (answer.status === 402) {
    expect(answer.body).toMatchObject({ isSuccess: false, message: 'Payment required' });
    expect(answer.body.error).toBe(answer.required?.error);
    expect(answer.body.data).toBeUndefined();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.required?.accepts).toHaveLength(1);
  } else {
    expect(answer.required).toBeNull();
  }
  expect(answer.headers.get('access-control-expose-headers')).toContain('payment-response');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
}

/** A transaction that is named is one that paid. */
function mustTellTheTruth({ settlement }: GatewayAnswer, payments: (string | null)[]): void {
  if (settlement?.success) expect(payments).toContain(settlement.transaction);
}

/** The transactions by which somebody paid. */
async function paymentsOf(from: Address, to: Address): Promise<(string | null)[]> {
  const logs = await chainReader().getContractEvents({
    address: networks[31337].contracts.usdc,
    abi: devStablecoinAbi,
    eventName: 'Transfer',
    args: { from, to },
    fromBlock: 0n,
    strict: true,
  });
  return logs.filter(({ args }) => args.value === PRICE).map(({ transactionHash }) => transactionHash);
}

async function allow(payer: TestWallet, spender: TestWallet): Promise<void> {
  const ether = { to: payer.address, value: parseEther('0.1') };
  await chainOf(spender).send(ether);
  await chainOf(payer).write({
    address: networks[31337].contracts.usdc,
    abi: devStablecoinAbi,
    functionName: 'approve',
    args: [spender.address, PRICE],
  });
}

async function showClaims({ context }: TestService, areThere: boolean): Promise<void> {
  const [from, to] = areThere ? ['elsewhere', 'paid_calls'] : ['paid_calls', 'elsewhere'];
  await context.db.execute(sql`alter table ${sql.identifier(from)} rename to ${sql.identifier(to)}`);
}
