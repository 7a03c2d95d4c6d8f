import type { RequestContext } from '#core/context/context.ts';
import { endpointsOf, mailOf } from '#core/notices/notice-channels.ts';
import { requireWallet } from '#core/rights/authorize.ts';

/** How the notices of the caller's wallet reach it outside of its inbox. */
export async function noticeSettings(context: RequestContext) {
  const wallet = await requireWallet(context);
  const { db, config } = context;
  return {
    sendsMail: config.mail !== null,
    mail: await mailOf(db, wallet),
    pushKey: config.push?.publicKey ?? null,
    pushEndpoints: await endpointsOf(db, wallet),
  };
}
