import assert from 'node:assert/strict';
import { numberToHex, parseEventLogs } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  onChainLabFactoryAbi,
} from '#contracts/abi.generated.ts';
import { decodeOclId } from '#contracts/ocl-id.ts';
import type { LabChain, MintedLab } from '#packages/client/lab-chain.ts';
import { returning } from '#service/chain/bytecode.fixture.ts';
import { generateAgreement, termsMessage } from '#testing/test-agreement.ts';
import { check } from '../check.ts';
import { done } from '../expect.ts';
import type { Service } from '../service.ts';

const section = 'docs/specification/tokenization.md#states; docs/specification/contracts.md#tokenizer';
const decided = 'docs/specification/tokenization.md#terms-message';
/** With the errors that come through from the other contracts. */
const abi = [...oclTokenizerAbi, ...oclTermsPermissionerAbi, ...labTokenAbi] as const;

async function agreed(service: Service, chain: LabChain, lab?: MintedLab) {
  const minted = lab ?? (await chain.mintLab());
  const { agreementKey, agreementContentHash } = done(
    await generateAgreement(service, { oclId: minted.oclId, symbol: 'CONF' }),
  );
  const { message } = await termsMessage(
    service,
    { agreementKey, agreementContentHash },
    minted.tokenId,
    service.chainId,
  );
  const signature = await chain.account.signMessage({ message });
  return { lab: minted, message, terms: [agreementKey, agreementContentHash, signature] as const };
}

const tokenizerOf = (chain: LabChain) => ({ address: chain.contracts.tokenizer as `0x${string}`, abi });

type Agreed = Awaited<ReturnType<typeof agreed>>;

function tokenizeCall(chain: LabChain, { lab, terms }: Pick<Agreed, 'lab' | 'terms'>, signature = terms[2]) {
  const args = [lab.tokenId, 1_000n, 'CONF', terms[0], terms[1], signature] as const;
  return { ...tokenizerOf(chain), functionName: 'tokenize', args } as const;
}

async function tokenOf(chain: LabChain, labId: bigint): Promise<`0x${string}`> {
  return chain.reader.readContract({ ...tokenizerOf(chain), functionName: 'tokenized', args: [labId] });
}

/** Rehearses a call as somebody, and insists on the revert. */
async function reverts(chain: LabChain, call: object, account: `0x${string}`, error: string): Promise<void> {
  await assert.rejects(chain.reader.simulateContract({ ...call, account } as never), new RegExp(error));
}

const outsider = () => privateKeyToAccount(generatePrivateKey());

export const tokenizationChecks = [
  check(
    'tokenization.mint',
    {
      rule: 'mintAndCreateAccount mints for exactly the fee; the LabNFT tells the oclId, made of version, namespace, token and account.',
      section: 'docs/specification/contracts.md#labs; docs/specification/labs.md#ids',
      covers: [
        'contracts.mint',
        'contracts.OclIdentityCreated',
        'contracts.AccountProvisioned',
        'contracts.oclId.version',
        'contracts.oclId.namespace',
        'contracts.oclId.tokenId',
        'contracts.oclId.account',
        'decided.contracts.names',
      ],
      needs: ['chain'],
    },
    async ({ chain }) => {
      const { factory, labNft } = chain.contracts;
      const mint = {
        address: factory,
        abi: [...onChainLabFactoryAbi, ...labNftAbi],
        functionName: 'mintAndCreateAccount',
        args: [chain.account.address],
      } as const;
      const fee = await chain.reader.readContract({
        address: labNft,
        abi: labNftAbi,
        functionName: 'mintFeeWei',
      });
      if (fee > 0n)
        await assert.rejects(
          chain.reader.simulateContract({ ...mint, value: fee - 1n, account: chain.account }),
        );
      const { logs } = await chain.write({ ...mint, value: fee });
      const [identity] = parseEventLogs({ abi: labNftAbi, eventName: 'OclIdentityCreated', logs });
      const [provisioned] = parseEventLogs({
        abi: onChainLabFactoryAbi,
        eventName: 'AccountProvisioned',
        logs,
      });
      assert.equal(identity?.address.toLowerCase(), labNft.toLowerCase());
      assert.equal(provisioned?.address.toLowerCase(), factory.toLowerCase());
      const { account, oclId, tokenId } = identity?.args ?? {};
      assert.deepEqual(decodeOclId(oclId ?? ''), { tokenId, account: account?.toLowerCase() });
      assert.ok(oclId && !provisioned?.topics.includes(oclId));
      assert.equal(provisioned?.args.account, account);
    },
  ),

  check(
    'tokenization.tokenize',
    {
      rule: 'The controller tokenizes with the signed terms: one IPT with the initial supply, named after the lab.',
      section,
      covers: [
        'states.tokenization.tokenize',
        'contracts.tokenize',
        'contracts.terms',
        'decided.contracts.names',
        'decided.terms.fromContract',
      ],
      needs: ['chain'],
    },
    async ({ service, chain }) => {
      const made = await agreed(service, chain);
      const { logs } = await chain.write(tokenizeCall(chain, made));
      const [created] = parseEventLogs({ abi: oclTokenizerAbi, eventName: 'TokensCreated', logs });
      const { lab, terms } = made;
      const { tokenContract, ...facts } = created?.args ?? {};
      assert.deepEqual(facts, {
        labId: lab.tokenId,
        oclId: lab.oclId,
        emitter: chain.account.address,
        amount: 1_000n,
        s3Key: terms[0],
        contentHash: terms[1],
        name: `Lab Tokens of Lab #${lab.tokenId}`,
        symbol: 'CONF',
      });
      assert.equal(await tokenOf(chain, lab.tokenId), tokenContract);
      const balance = await chain.reader.readContract({
        address: tokenContract as `0x${string}`,
        abi: labTokenAbi,
        functionName: 'balanceOf',
        args: [chain.account.address],
      });
      assert.equal(balance, 1_000n);
    },
  ),

  check(
    'tokenization.refused',
    {
      rule: 'Not the controller, or no lab: MustControlLab. Another text or signer: refused. A second time: AlreadyTokenized, for anybody.',
      section: `${section}; ${decided}`,
      covers: [
        'states.tokenization.notController',
        'states.tokenization.again',
        'errors.other.AlreadyTokenized',
        'errors.other.MustControlLab',
        'errors.other.terms',
        'decided.tokenize.order',
      ],
      needs: ['chain'],
    },
    async ({ service, chain }) => {
      const made = await agreed(service, chain);
      const owner = chain.account.address;
      const call = tokenizeCall(chain, made);
      await reverts(chain, call, outsider().address, 'MustControlLab');
      const noLab = { ...made, lab: { ...made.lab, tokenId: 2n ** 79n } };
      await reverts(chain, tokenizeCall(chain, noLab), owner, 'MustControlLab');
      const otherText = await chain.account.signMessage({ message: `${made.message} ` });
      const otherSigner = await outsider().signMessage({ message: made.message });
      for (const signature of [otherText, otherSigner])
        await reverts(chain, tokenizeCall(chain, made, signature), owner, 'InvalidSignature');
      await chain.write(call);
      for (const anybody of [owner, outsider().address])
        await reverts(chain, call, anybody, 'AlreadyTokenized');
    },
  ),

  check(
    'tokenization.issue-and-cap',
    {
      rule: 'The controller alone issues more to a receiver, and caps for good.',
      section,
      covers: [
        'states.tokenization.issue',
        'states.tokenization.cap',
        'contracts.issue',
        'contracts.cap',
        'decided.contracts.names',
      ],
      needs: ['chain'],
    },
    async ({ service, chain }) => {
      const made = await agreed(service, chain);
      await chain.write(tokenizeCall(chain, made));
      const token = await tokenOf(chain, made.lab.tokenId);
      const receiver = outsider().address;
      const issue = { ...tokenizerOf(chain), functionName: 'issue', args: [token, 234n, receiver] } as const;
      const cap = { ...tokenizerOf(chain), functionName: 'cap', args: [token] } as const;
      for (const call of [issue, cap]) await reverts(chain, call, receiver, 'MustControlLab');
      await chain.write(issue);
      const read = (functionName: 'totalSupply' | 'capped') =>
        chain.reader.readContract({ address: token, abi: labTokenAbi, functionName });
      assert.equal(await read('totalSupply'), 1_234n);
      await chain.write(cap);
      assert.equal(await read('capped'), true);
      await reverts(chain, issue, chain.account.address, 'TokenCapped');
    },
  ),

  check(
    'tokenization.attach',
    {
      rule: 'attachToken wraps a token of at most 18 decimals, read-only, and mints nothing; 19 decimals are refused.',
      section: section,
      covers: [
        'states.tokenization.attachToken',
        'contracts.attachToken',
        'limits.attachedDecimals',
        'decided.contracts.names',
      ],
      needs: ['chain'],
    },
    async ({ service, chain }) => {
      const { lab, terms } = await agreed(service, chain);
      /** A token that answers every question with the same number. */
      const attach = async (decimals: number) => {
        const { contractAddress } = await chain.send({
          data: returning(returning(numberToHex(decimals, { size: 32 }))),
        });
        const args = [lab.tokenId, ...terms, contractAddress as `0x${string}`] as const;
        return { ...tokenizerOf(chain), functionName: 'attachToken', args } as const;
      };
      await reverts(chain, await attach(19), chain.account.address, 'InvalidTokenDecimals');
      const { logs } = await chain.write(await attach(18));
      const [wrapped] = parseEventLogs({ abi: oclTokenizerAbi, eventName: 'TokenWrapped', logs });
      const wrapper = wrapped?.args.wrappedLabToken as `0x${string}`;
      assert.equal(await tokenOf(chain, lab.tokenId), wrapper);
      const metadata = await chain.reader.readContract({
        address: wrapper,
        abi: labTokenAbi,
        functionName: 'metadata',
      });
      assert.deepEqual([metadata.labId, metadata.s3Key], [lab.tokenId, terms[0]]);
      const issue = {
        ...tokenizerOf(chain),
        functionName: 'issue',
        args: [wrapper, 1n, chain.account.address],
      } as const;
      await assert.rejects(chain.reader.simulateContract({ ...issue, account: chain.account }));
    },
  ),
];
