import type {
  MutationCreateAnnouncementArgs,
  MutationCreateLabArgs,
  MutationDecryptDataKeyArgs,
  MutationFinishCreateOrUpdateFileArgs,
  MutationInitiateCreateOrUpdateFileArgs,
} from '#service/contract/schema.generated.ts';
import { ServiceError } from '#service/platform/errors/errors.ts';
import { parseAnnouncementArgs } from '../operations/announcements/create-announcement.ts';
import {
  type ArgumentRules,
  parseFinishArgs,
  requireFinishBy,
} from '../operations/files/finish-create-or-update-file.ts';
import { parseInitiateArgs } from '../operations/files/initiate-create-or-update-file.ts';
import { parseDecryptArgs } from '../operations/keys/decrypt-data-key.ts';
import { parseCreateLabArgs } from '../operations/labs/create-lab.ts';
import type { PaidMutation } from '../platform/config/paid-mutations.ts';
import { badArguments } from './call-errors.ts';

interface PaidArguments {
  initiateCreateOrUpdateFile: MutationInitiateCreateOrUpdateFileArgs;
  finishCreateOrUpdateFile: MutationFinishCreateOrUpdateFileArgs;
  createLab: MutationCreateLabArgs;
  generateDataEncryptionKey: object;
  decryptDataKey: MutationDecryptDataKeyArgs;
  createAnnouncement: MutationCreateAnnouncementArgs;
}

/** Throws a `ServiceError` where the arguments name another wallet than the payer's. */
type RequirePayer = (payer: string) => void;

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

/**
 * Checks the arguments of a paid mutation without the chain and the database.
 * @param args coerced by the schema
 * @returns a check against the payer, for when the payer is known
 * @throws CallRejectedError 400, as the returned check does
 */
export async function checkArguments(
  rules: ArgumentRules,
  mutation: PaidMutation,
  args: Record<string, unknown>,
): Promise<RequirePayer> {
  const check = checks[mutation] as (args: object, rules: ArgumentRules) => Promise<RequirePayer>;
  try {
    const requirePayer = await check(args, rules);
    return (payer) => {
      try {
        requirePayer(payer);
      } catch (error) {
        throw asCallError(error);
      }
    };
  } catch (error) {
    throw asCallError(error);
  }
}

function asCallError(error: unknown): unknown {
  return error instanceof ServiceError ? badArguments(error) : error;
}
