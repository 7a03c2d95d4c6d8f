import { randomUUID } from 'node:crypto';
import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { settleOpenCalls } from '@labroom/service/gateway/jobs/settle-open-calls.ts';
import { announcements } from '@labroom/service/platform/db/tables/activity.ts';
import { paidCalls } from '@labroom/service/platform/db/tables/paid-calls.ts';
import type { PaymentPayload } from '@x402/core/types';
import { eq, isNull, sql } from 'drizzle-orm';
import pino from 'pino';
import { textOf } from '../test-client.ts';
import { callGateway, callsOf, fillUp, paymentFor } from '../test-gateway.ts';
import { grantRole } from '../test-lab.ts';
import { PRICE, stablecoinsOf } from '../test-payment.ts';
import type { TestService } from '../test-service.ts';
import { fundedWallet } from '../test-wallets.ts';
import type { Outcome, WriteCase } from './write-case.ts';

const MONEY = 10n * PRICE;

/** As the worker does when so much time has passed that no process works on any call any more. */
async function settleAll({ context }: TestService): Promise<void> {
  const { db } = context;
  const longAgo = sql`now() - interval '1 hour'`;
  const isOpen = isNull(paidCalls.endedAt);
  await db.update(paidCalls).set({ createdAt: longAgo, servedAt: longAgo }).where(isOpen);
  do {
    await db.update(paidCalls).set({ nextLookAt: sql`now()` }).where(eq(paidCalls.state, 'unknown'));
    await settleOpenCalls(context, pino({ enabled: false }));
  } while ((await db.$count(paidCalls, isOpen)) > 0);
}

export const paidCases: WriteCase[] = [
  {
    name: 'pay for an announcement',
    async prepare({ home, lab }) {
      const payer = await fundedWallet();
      await grantRole(lab.owner, { oclId: lab.oclId, to: payer.address, role: 'CONTRIBUTOR' });
      await fillUp(payer, MONEY);
      const headline = randomUUID();
      const body = {
        query: textOf(CreateAnnouncementDocument),
        variables: { oclId: lab.oclId, headline, body: 'paid' },
      };
      const { db } = home.context;
      const announced = () => db.$count(announcements, eq(announcements.headline, headline));
      let payment: PaymentPayload | undefined;
      let charged = 0;
      return {
        /** With the same payment as long as it may still be good. */
        async ask(endpoint): Promise<Outcome> {
          payment ??= await paymentFor(home, payer, 'createAnnouncement');
          const call = { mutation: 'createAnnouncement', body };
          const answer = await callGateway(endpoint, call, payment);
          if (answer.status !== 200) {
            if (answer.status === 402) payment = undefined;
            const reason = answer.required?.error ?? answer.body.errors?.[0]?.errorType;
            return { code: `HTTP ${answer.status}`, reason };
          }
          payment = undefined;
          charged += 1;
          const { error } = answer.body.data.createAnnouncement;
          return { code: error?.code ?? null };
        },
        looks: true,
        async afterwards() {
          await settleAll(home);
          const calls = await callsOf(home, payer);
          const settled = calls.filter(({ state }) => state === 'settled').length;
          const paid = (MONEY - (await stablecoinsOf(payer.address))) / PRICE;
          if (paid !== BigInt(settled)) return `${settled} calls are settled and ${paid} were paid`;
          if (settled < charged) return `${charged} calls were answered and ${settled} are settled`;
          return settled > charged + 1 ? `${settled} calls are settled and ${charged} were answered` : null;
        },
        effects: announced,
      };
    },
  },
];
