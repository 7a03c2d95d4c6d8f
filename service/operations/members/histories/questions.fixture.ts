import { accessResolverAbi } from '@labroom/contracts/abi';
import { ask } from '@labroom/testing/test-client.ts';
import { decryptDataKey } from '@labroom/testing/test-encryption.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import type { Address, Hex } from 'viem';
import { vi } from 'vitest';
import { readRole } from '#chain/access-resolver.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { checkDecrypt } from '../../keys/decrypt-data-key.ts';
import type { Stage } from './actions.fixture.ts';
import type { ModelLab, Strength } from './role-model.fixture.ts';

const LIST = 'query($oclId: String!) { listLabMembers(oclId: $oclId) { members { walletAddress role } } }';
const names = [null, 'VIEWER', 'CONTRIBUTOR', 'OWNER'] as const;
/** Who asks in the process, without a wallet of its own. */
const consumer = {
  id: 'histories',
  issuedTo: null,
  namesVisitors: false,
  allowedMutations: null,
  allowedLabs: null,
  perMinute: null,
  slashPaths: false,
};
/** Path of the lab's file that everyone with a role may open. */
export const secretPath = 'secret.txt';

/** What one address is told of a lab, by all who are asked. */
interface Answers {
  hasViewer: boolean;
  hasContributor: boolean;
  isOwner: boolean;
  readRole: string | null;
  key: string;
  listed: string | null;
}

type AskedLab = ModelLab & { oclId: Hex };

/** What the model says that everybody answers about a lab, by address. */
export function expectedAnswers({ model, everyone }: Stage, lab: AskedLab, now: number) {
  return new Map(everyone.map((one) => [one, answersOf(model.strengthOf(lab, one, now))]));
}

function answersOf(strength: Strength): Answers {
  const name = names[strength];
  const key = strength > 0 ? 'released' : 'ACCESS_CONDITIONS_NOT_MET';
  return {
    ...{ hasViewer: strength >= 1, hasContributor: strength >= 2, isOwner: strength === 3 },
    ...{ readRole: name, key, listed: name },
  };
}

/**
 * Asks resolver, service, key release and list about a lab, at one second of the chain. The list is asked with the clock of the
 * chain, because expiry is no event.
 * @param tokens service tokens by address. A key asks for the data key itself; for a contract the decision is asked.
 */
export async function actualAnswers(
  service: TestService,
  stage: Stage,
  lab: AskedLab,
  tokens: ReadonlyMap<string, string>,
): Promise<{ now: number; answers: Map<string, Answers> }> {
  const { actors, model } = stage;
  const now = await actors.now();
  vi.useFakeTimers({ now: now * 1_000 + 500, toFake: ['Date'] });
  try {
    const { members } = (await ask(service, LIST, { oclId: lab.oclId })).listLabMembers;
    const list = new Map<string, string>(
      members.map((member: { walletAddress: string; role: string }) => [member.walletAddress, member.role]),
    );
    const unknown = [...list.keys()].filter((wallet) => !stage.everyone.includes(wallet));
    if (unknown.length > 0) throw new Error(`The list has wallets that nobody let in: ${unknown.join()}`);
    const asked = stage.everyone.map(async (one): Promise<[string, Answers]> => {
      const [resolver, role, key] = await Promise.all([
        resolverAnswers(service, stage, lab, one),
        readRole(service.context.chain, { oclId: lab.oclId, wallet: one as Address }),
        keyAnswer(service, lab, one, tokens.get(one)),
      ]);
      return [one, { ...resolver, readRole: role, key, listed: list.get(one) ?? null }];
    });
    const answers = new Map(await Promise.all(asked));
    const after = await actors.now();
    const isAtEdge = model.expiriesOf(lab).some((end) => end > now && end <= after);
    return isAtEdge ? actualAnswers(service, stage, lab, tokens) : { now, answers };
  } finally {
    vi.useRealTimers();
  }
}

async function resolverAnswers(service: TestService, { actors }: Stage, lab: AskedLab, one: string) {
  const { accessResolver: address } = service.context.chain.contracts;
  const contract = { address, abi: accessResolverAbi } as const;
  const wallet = one as Address;
  const hasRole = (role: number) =>
    actors.reader.readContract({ ...contract, functionName: 'hasRole', args: [lab.oclId, wallet, role] });
  const [hasViewer, hasContributor, isOwner] = await Promise.all([
    hasRole(1),
    hasRole(2),
    actors.reader.readContract({
      ...contract,
      functionName: 'isAuthorizedSignerForTba',
      args: [wallet, lab.account as Address],
    }),
  ]);
  return { hasViewer, hasContributor, isOwner };
}

async function keyAnswer(service: TestService, { oclId }: AskedLab, wallet: string, token?: string) {
  if (token !== undefined) {
    const { plaintextDEK, error } = await decryptDataKey(
      service,
      { oclId, wallet, token },
      { filePath: secretPath },
    );
    return plaintextDEK ? 'released' : String(JSON.parse(error.details ?? '{}').reason ?? error.code);
  }
  const context = {
    ...service.context,
    caller: { consumer, wallet: { kind: 'none' } },
    visitor: undefined,
  } as const;
  return checkDecrypt(context, wallet as Address, { oclId, filePath: secretPath }).then(
    () => 'released',
    (error: unknown) => {
      if (error instanceof ServiceError) return String(error.reason);
      throw error;
    },
  );
}
