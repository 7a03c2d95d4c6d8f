import type { RequestContext } from '#service/core/context/context.ts';
import { requireWallet } from '../authorize.ts';
import { mailOf } from '../mail/mail-store.ts';
import { endpointsOf } from '../push/push-store.ts';

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
