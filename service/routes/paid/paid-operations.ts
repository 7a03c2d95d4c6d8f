import type {
  MutationCreateAnnouncementArgs,
  MutationCreateLabArgs,
  MutationDecryptDataKeyArgs,
  MutationFinishCreateOrUpdateFileArgs,
  MutationInitiateCreateOrUpdateFileArgs,
} from '#contract/schema.generated.ts';
import type { RequirePayer } from '#gateway/call-rules.ts';
import type { PaidOperations } from '#gateway/paid-operations.ts';
import { rejectedBody } from '#graphql/answer.ts';
import { ceiling } from '#graphql/complexity.ts';
import type { Executor } from '#graphql/execute.ts';
import { foreseeCall } from '#graphql/foresee-call.ts';
import { parseAnnouncementArgs } from '#operations/announcements/create-announcement.ts';
import {
  type ArgumentRules,
  parseFinishArgs,
  requireFinishBy,
} from '#operations/files/finish-create-or-update-file.ts';
import { parseInitiateArgs } from '#operations/files/initiate-create-or-update-file.ts';
import { parseDecryptArgs } from '#operations/keys/decrypt-data-key.ts';
import { parseCreateLabArgs } from '#operations/labs/create-lab.ts';
import type { PaidMutation } from '#platform/config/paid-mutations.ts';

interface PaidArguments {
  initiateCreateOrUpdateFile: MutationInitiateCreateOrUpdateFileArgs;
  finishCreateOrUpdateFile: MutationFinishCreateOrUpdateFileArgs;
  createLab: MutationCreateLabArgs;
  generateDataEncryptionKey: object;
  decryptDataKey: MutationDecryptDataKeyArgs;
  createAnnouncement: MutationCreateAnnouncementArgs;
}

const anyPayer: RequirePayer = () => {};

/** The argument checks of the use cases themselves, so that no rule is written twice. */
const checks: {
  readonly [Name in PaidMutation]: (args: PaidArguments[Name], rules: ArgumentRules) => Promise<RequirePayer>;
} = {
  async initiateCreateOrUpdateFile(args) {
    parseInitiateArgs(args);
    return anyPayer;
  },
  async finishCreateOrUpdateFile(args, rules) {
    const parsed = await parseFinishArgs(rules, args);
    return (payer) => requireFinishBy(parsed, payer);
  },
  async createLab(args) {
    parseCreateLabArgs(args);
    return anyPayer;
  },
  async generateDataEncryptionKey() {
    return anyPayer;
  },
  async decryptDataKey(args) {
    parseDecryptArgs(args);
    return anyPayer;
  },
  async createAnnouncement(args) {
    parseAnnouncementArgs(args);
    return anyPayer;
  },
};

/** The mutations that the gateway sells, by the executor of `/graphql` and the use cases. */
export function paidOperations(
  execute: Executor,
  rules: ArgumentRules,
  withOclIds: PaidOperations['withOclIds'],
): PaidOperations {
  return {
    maxTokens: ceiling.tokens,
    readArguments(request, requestId) {
      const read = execute.readArguments(request);
      if (!('refused' in read)) return read;
      const { errors } = rejectedBody(read, requestId);
      const message = errors[0]?.message ?? 'The document is not valid.';
      return { rejected: { code: read.code, message, errors } };
    },
    withOclIds,
    readSome: (mutation, values) => execute.readSome(mutation, values),
    checkArguments(mutation, args) {
      const check = checks[mutation] as (args: object, rules: ArgumentRules) => Promise<RequirePayer>;
      return check(args, rules);
    },
    foresee: foreseeCall,
  };
}
