import { LabTokenDocument } from '@labroom/client/documents';
import { networks } from '@labroom/contracts/networks';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { returning, tokenReturning } from '@labroom/service/chain/bytecode.fixture.ts';
import { localChain } from '@labroom/testing/actors.ts';
import { expect } from '@playwright/test';
import { encodeAbiParameters, type PrivateKeyAccount } from 'viem';
import { makeAgreement } from '#lib/tokenize/agreement.ts';
import { readTerms } from '#lib/tokenize/terms.ts';
import { tokenizationContracts } from '#lib/tokenize/tokenization-context.ts';
import { attachToken } from '#lib/wallet/transactions/attach-token.ts';
import type { TestLab } from '../stack/labs.ts';

/** Attaches an ERC-20 with `text` as its name and symbol to a lab. Resolves when the indexer has seen it. */
export async function attachHostileToken(
  stack: LocalJson,
  owner: PrivateKeyAccount,
  { oclId, labId }: TestLab,
  text: string,
): Promise<void> {
  const { tokenizer, permissioner } = tokenizationContracts(networks[31337]);
  const chain = localChain(stack.rpcUrl, owner);
  const code = tokenReturning(encodeAbiParameters([{ type: 'string' }], [text]));
  const { contractAddress } = await chain.send({ data: returning(code) });
  const { call: api } = await clientOf(stack).signIn(owner);
  const agreement = await makeAgreement(api, { oclId, symbol: 'HOST', title: null });
  const { text: message } = await readTerms(
    { client: chain.reader, api, chainId: 31337 },
    permissioner,
    labId,
    agreement,
  );
  const { request } = attachToken({
    tokenizer,
    lab: { labId, name: text },
    token: { address: contractAddress ?? '0x', name: text, symbol: text },
    agreement,
    signature: await owner.signMessage({ message }),
  });
  await chain.write(request as never);
  const indexed = async () => (await api(LabTokenDocument, { oclId })).labToken?.symbol;
  await expect.poll(indexed, { timeout: 60_000 }).toBeDefined();
}
