import { GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { type Payer, payAndCall } from '@labroom/client/payment/pay-and-call';
import { PaymentBudget } from '@labroom/client/payment/payment-budget';
import { networks } from '@labroom/contracts/networks';
import { dataKeys } from '@labroom/service/platform/db/tables/files.ts';
import { eq } from 'drizzle-orm';
import { startFaultyService } from './faulty-service.ts';
import { requireStack } from './require-stack.ts';
import { startScriptedFacilitator } from './scripted-facilitator.ts';
import { callsOf, payerWith } from './test-gateway.ts';
import { PRICE, stablecoinsOf } from './test-payment.ts';
import type { TestService } from './test-service.ts';
import { fundedWallet } from './test-wallets.ts';
import { type Cut, Cuts, cutPoints, phases } from './transports/cutting-wire.ts';

/** One call after the other, of one payer, to a service of its own that shares the database of `home`. */
export interface Lane {
  /** Calls once with these connections cut, or with its connection cut while the service takes its nth step. */
  call(cuts: readonly Cut[] | number): Promise<CutCall>;
  /** What chain, ledger and database say about all calls so far. */
  sums(): Promise<Sums>;
  stop(): Promise<void>;
}

interface CutCall {
  /** How many connections broke. */
  cuts: number;
  /** The key that the payer has in hands. */
  key: string;
}

interface Sums {
  /** Payments that the chain shows. */
  charged: number;
  /** Rows of the ledger that are settled, and the others. */
  settled: number;
  open: number;
  /** How many times the mutation took effect. */
  effects: number;
}

export async function openLane(home: TestService, mostCalls: number): Promise<Lane> {
  const facilitator = await startScriptedFacilitator(await fundedWallet());
  const cuts = new Cuts();
  const service = await startFaultyService(home, {
    rpcUrl: requireStack('rpcUrl'),
    facilitatorUrl: facilitator.url,
    cuts,
  });
  const money = BigInt(mostCalls) * PRICE;
  const wallet = await payerWith(money);
  const payer: Payer = {
    gatewayUrl: `${service.url}/local`,
    network: networks[31337],
    wallet,
    budget: new PaymentBudget({ perCall: PRICE, perDay: money }),
  };
  return {
    async call(how) {
      cuts.plan(typeof how === 'number' ? [] : how);
      if (typeof how === 'number') service.steps.arm(how, () => cuts.now());
      const { data } = await payAndCall(payer, GenerateDataEncryptionKeyDocument, {});
      service.steps.disarm();
      return { cuts: cuts.struck, key: String(data.generateDataEncryptionKey.plaintextDEK) };
    },
    async sums() {
      const rows = await callsOf(home, wallet);
      const settled = rows.filter(({ state }) => state === 'settled').length;
      const effects = await home.context.db.$count(
        dataKeys,
        eq(dataKeys.issuedTo, wallet.address.toLowerCase()),
      );
      const charged = Number((money - (await stablecoinsOf(wallet.address))) / PRICE);
      return { charged, settled, open: rows.length - settled, effects };
    },
    async stop() {
      await service.stop();
      await facilitator.close();
    },
  };
}

/** Every phase cut at every point, the first request of a payment alone and with one and two repetitions of it. */
export const everyCut: readonly (readonly Cut[])[] = phases.flatMap((phase) =>
  cutPoints.flatMap((point): Cut[][] => {
    const cut = { phase, point };
    if (phase !== 'repeat') return [[cut]];
    const payment = { phase: 'payment', point } as const;
    const lost = { phase: 'payment', point: 'after the request' } as const;
    return [
      [lost, cut],
      [payment, cut, cut],
    ];
  }),
);

export async function sumsOf(lanes: readonly Lane[]): Promise<Sums> {
  const all: Sums = { charged: 0, settled: 0, open: 0, effects: 0 };
  for (const sums of await Promise.all(lanes.map((lane) => lane.sums())))
    for (const name of ['charged', 'settled', 'open', 'effects'] as const) all[name] += sums[name];
  return all;
}
