import type { Check } from './check/check.ts';
import { accessChangeChecks } from './checks/access-changes.ts';
import { agreementChecks } from './checks/agreements.ts';
import { authenticationChecks } from './checks/authentication.ts';
import { catalogueChecks } from './checks/catalogue.ts';
import { conditionChecks } from './checks/conditions.ts';
import { contentChecks } from './checks/content.ts';
import { demandChecks } from './checks/demand.ts';
import { didChecks } from './checks/did.ts';
import { dropInChecks } from './checks/drop-in.ts';
import { entryChecks } from './checks/entries.ts';
import { expiryChecks } from './checks/expiry.ts';
import { feedChecks } from './checks/feed.ts';
import { feedFieldChecks } from './checks/feed-fields.ts';
import { fileChecks } from './checks/files.ts';
import { gatewayChecks } from './checks/gateway.ts';
import { httpChecks } from './checks/http.ts';
import { imageChecks } from './checks/images.ts';
import { keyChecks } from './checks/keys.ts';
import { labFieldChecks } from './checks/lab-fields.ts';
import { labChecks } from './checks/labs.ts';
import { limitChecks } from './checks/limits.ts';
import { memberChecks } from './checks/members.ts';
import { moderationChecks } from './checks/moderation.ts';
import { noticeChecks } from './checks/notices.ts';
import { onChainChecks } from './checks/on-chain.ts';
import { outageChecks } from './checks/outages.ts';
import { ownerChecks } from './checks/owners.ts';
import { paidCallChecks } from './checks/paid-calls.ts';
import { registrationChecks } from './checks/registration.ts';
import { schemaChecks } from './checks/schema.ts';
import { searchChecks } from './checks/search.ts';
import { signerChecks } from './checks/signers.ts';
import { tokenizationChecks } from './checks/tokenization.ts';
import { tokenChecks } from './checks/tokens.ts';
import { uploadChecks } from './checks/uploads.ts';
import { userTokenChecks } from './checks/user-tokens.ts';
import { wireChecks } from './checks/wire.ts';

export const checks: readonly Check[] = [
  ...wireChecks,
  ...httpChecks,
  ...schemaChecks,
  ...demandChecks,
  ...labFieldChecks,
  ...contentChecks,
  ...feedFieldChecks,
  ...registrationChecks,
  ...labChecks,
  ...imageChecks,
  ...uploadChecks,
  ...fileChecks,
  ...entryChecks,
  ...accessChangeChecks,
  ...limitChecks,
  ...keyChecks,
  ...conditionChecks,
  ...feedChecks,
  ...searchChecks,
  ...moderationChecks,
  ...memberChecks,
  ...noticeChecks,
  ...ownerChecks,
  ...onChainChecks,
  ...didChecks,
  ...tokenChecks,
  ...signerChecks,
  ...agreementChecks,
  ...tokenizationChecks,
  ...authenticationChecks,
  ...userTokenChecks,
  ...expiryChecks,
  ...catalogueChecks,
  ...dropInChecks,
  ...gatewayChecks,
  ...paidCallChecks,
  ...outageChecks,
];
