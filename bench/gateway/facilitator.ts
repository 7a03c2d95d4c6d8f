import { localAccount } from '@labroom/contracts/local-accounts';
import { createFacilitator } from '@labroom/service/gateway/create-facilitator.ts';
import { decideConfig } from '@labroom/service/platform/config/decide-config.ts';
import { readEnv } from '@labroom/service/platform/config/env.ts';
import type { PaymentPayload } from '@x402/core/types';

export interface Facilitating {
  verifyAndSettle(payment: PaymentPayload): Promise<void>;
}

export function startFacilitator(rpcUrl: string): Facilitating {
  const { gateway } = decideConfig(readEnv({ DATABASE_URL: 'postgres://localhost/none', RPC_URL: rpcUrl }));
  const facilitatorKey = localAccount('relayer').privateKey;
  const facilitator = createFacilitator(gateway, { facilitatorKey, facilitatorHeaders: {} });
  return {
    async verifyAndSettle(payment) {
      const verified = await facilitator.verify(payment, payment.accepted);
      if (verified.kind !== 'valid') throw new Error(verified.reason);
      const settled = await facilitator.settle(payment, payment.accepted);
      if (settled.kind !== 'settled') throw new Error(settled.reason);
    },
  };
}
