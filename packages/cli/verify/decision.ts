import { type VerificationSources, verifyAccessRequest } from '@labroom/client/access-requests';
import type { Hex } from 'viem';
import { z } from 'zod';
import type { Invocation, Outcome } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { connect } from '../connection/connect.ts';
import { requireNode } from '../connection/require-node.ts';
import { type AskedNode, askNode } from './asked-node.ts';

const text = z.string();
const hex = z.custom<Hex>((value) => /^0x[0-9a-fA-F]+$/.test(String(value)));
/** As the page of access requests exports them. */
const recordSchema = z.object({
  ...{ id: hex, oclId: hex, wallet: hex, role: z.enum(['VIEWER', 'CONTRIBUTOR', 'OWNER']) },
  ...{ ref: text.nullable(), until: text.nullable(), promise: text },
  answers: z.array(z.object({ question: text, answer: text })),
  invitation: text.nullable(),
  ...{ chainId: z.int(), site: text, issuedAt: text, signature: hex, createdAt: text, expiresAt: text },
  decision: z
    .object({
      ...{ by: hex, at: text, reason: text.nullable(), issuedAt: text.nullable(), signature: hex.nullable() },
      ...{ transactionHash: hex.nullable(), blockNumber: z.int().nullable(), logIndex: z.int().nullable() },
      ...{ role: z.enum(['VIEWER', 'CONTRIBUTOR', 'OWNER']).nullable(), expiry: text.nullable() },
    })
    .nullable(),
});

/** Verifies requests for access and their decisions: signatures by themselves, grants with a node. */
export async function verifyDecisions(invocation: Invocation, input: unknown): Promise<Outcome> {
  const parsed = z.array(recordSchema).safeParse(Array.isArray(input) ? input : [input]);
  if (!parsed.success)
    throw new CommandError('usage', `The file has no requests for access: ${z.prettifyError(parsed.error)}`);
  const { network, session } = await connect(invocation);
  const { accessResolver, accessList } = network.contracts;
  const hasNode = invocation.options.rpc !== undefined || invocation.env.LABROOM_RPC_URL !== undefined;
  const node = hasNode ? askNode(await requireNode(invocation, session.chainId)) : null;
  const verified = [];
  for (const record of parsed.data) {
    const hash = record.decision?.transactionHash;
    const sources: VerificationSources = {
      accessResolver,
      accessList,
      ...(node && {
        receipt: hash ? await node.receiptOf(hash) : undefined,
        verifyHash: (signed) => node.verifyHash(signed),
      }),
    };
    verified.push({ id: record.id, wallet: record.wallet, ...(await verifyAccessRequest(record, sources)) });
  }
  const isValid = verified.every(
    ({ request, decision }) => request === 'valid' && (decision ?? 'valid') === 'valid',
  );
  const lines = verified.map(
    ({ wallet, request, decision }) => `${wallet}: request ${request}, decision ${decision ?? 'none yet'}`,
  );
  return {
    text: [...lines, ...adviceFor(node, isValid)].join('\n'),
    data: { verified },
    exit: isValid ? 'done' : 'mismatch',
  };
}

function adviceFor(node: AskedNode | null, isValid: boolean): string[] {
  if (node?.isSilent)
    return ['The node did not answer every question, so what is unverified may be valid. Try again.'];
  return node || isValid ? [] : ['With --rpc, grants and signatures of contracts can be verified, too.'];
}
