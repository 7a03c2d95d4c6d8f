import { createPublicClient, http } from 'viem';
import { type Invocation, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';

/** URL of a node of the chain. @throws CommandError if there is none, or it serves another chain */
export async function requireNode(invocation: Invocation, chainId: number): Promise<string> {
  const rpcUrl = textOption(invocation, 'rpc') ?? invocation.env.LABROOM_RPC_URL;
  if (!rpcUrl || !URL.canParse(rpcUrl))
    throw new CommandError('usage', `Name a node of chain ${chainId} with --rpc or LABROOM_RPC_URL.`);
  const served = await createPublicClient({ transport: http(rpcUrl) })
    .getChainId()
    .catch((cause: unknown) => {
      throw new CommandError('failed', 'The node does not answer.', { cause });
    });
  if (served !== chainId) throw new CommandError('usage', `The node serves chain ${served}, not ${chainId}.`);
  return rpcUrl;
}
