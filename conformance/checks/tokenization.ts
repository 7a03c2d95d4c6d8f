import assert from 'node:assert/strict';
import { labTokenAbi, oclTokenizerAbi } from '@labroom/contracts/abi';
import { generateAgreement, termsMessage } from '@labroom/testing/test-agreement.ts';
import { type Hex, parseEventLogs } from 'viem';
import { check } from '../check/check.ts';
import { done } from '../service/expect.ts';

export const tokenizationChecks = [
  check(
    'tokenization.tokenize',
    {
      rule: 'The controller tokenizes with the signed terms: one IPT with the initial supply, named after the lab.',
      section: 'docs/specification/tokenization.md#states; docs/specification/contracts.md#tokenizer',
      needs: ['chain'],
    },
    async ({ service, chain }) => {
      const { oclId, tokenId } = await chain.mintLab();
      const agreement = done(await generateAgreement(service, { oclId, symbol: 'CONF' }));
      const { agreementKey: s3Key, agreementContentHash: contentHash } = agreement;
      const { message } = await termsMessage(service, agreement, tokenId, service.chainId);
      const signature = await chain.account.signMessage({ message });
      const tokenizer = { address: chain.contracts.tokenizer as Hex, abi: oclTokenizerAbi };
      const { logs } = await chain.write({
        ...tokenizer,
        functionName: 'tokenize',
        args: [tokenId, 1_000n, 'CONF', s3Key, contentHash, signature],
      });
      const [created] = parseEventLogs({ abi: oclTokenizerAbi, eventName: 'TokensCreated', logs });
      const { tokenContract, ...facts } = created?.args ?? {};
      const emitter = chain.account.address;
      const name = `Lab Tokens of Lab #${tokenId}`;
      assert.deepEqual(facts, {
        labId: tokenId,
        oclId,
        emitter,
        amount: 1_000n,
        s3Key,
        contentHash,
        name,
        symbol: 'CONF',
      });
      const read = { ...tokenizer, functionName: 'tokenized', args: [tokenId] } as const;
      assert.equal(await chain.reader.readContract(read), tokenContract);
      const token = { address: tokenContract as Hex, abi: labTokenAbi, functionName: 'balanceOf' } as const;
      assert.equal(await chain.reader.readContract({ ...token, args: [emitter] }), 1_000n);
    },
  ),
];
