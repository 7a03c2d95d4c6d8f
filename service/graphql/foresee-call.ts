import type { Foresight } from '#contract/schema.generated.ts';
import type { AskedCall } from '#core/ports/operations.ts';
import type { CheckContext } from '#core/rights/authorize.ts';
import { checkAnnouncement } from '../operations/announcements/create-announcement.ts';
import { checkFinish } from '../operations/files/finish-create-or-update-file.ts';
import { checkInitiate } from '../operations/files/initiate-create-or-update-file.ts';
import { foresee, type UseCaseChecks } from '../operations/foresee/foresee.ts';
import { checkDecrypt } from '../operations/keys/decrypt-data-key.ts';
import { checkCreateLab } from '../operations/labs/create-lab.ts';

const checks: UseCaseChecks = {
  createLab: checkCreateLab,
  initiateCreateOrUpdateFile: checkInitiate,
  finishCreateOrUpdateFile: checkFinish,
  createAnnouncement: checkAnnouncement,
  generateDataEncryptionKey: async () => {},
  decryptDataKey: checkDecrypt,
};

/** Foresees a call by the checks of all use cases that are sold. @throws ServiceError as `foresee` */
export function foreseeCall(context: CheckContext, call: AskedCall): Promise<Foresight> {
  return foresee(context, call, checks);
}
