import type { RequestContext } from '#service/context.ts';
import { requireWallet } from '../authorize.ts';
import { mailOf } from './mail-store.ts';

/** How the notices of the caller's wallet reach it outside of its inbox. */
export async function noticeSettings(context: RequestContext) {
  const wallet = await requireWallet(context);
  return { sendsMail: context.config.mail !== null, mail: await mailOf(context.db, wallet) };
}
