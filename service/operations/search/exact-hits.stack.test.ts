import { oclTokenizerAbi } from '@labroom/contracts/abi';
import { localAddresses as contracts } from '@labroom/contracts/local-addresses';
import { explainQueries } from '@labroom/testing/captured-queries.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { generateAgreement, termsMessage } from '@labroom/testing/test-agreement.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { grantRole, mintLab } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sha256, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { chainOf, chainReader, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

const SEARCH = `query($prompt: String!, $filters: SearchLabsFilters, $page: Int) {
  searchLabs(prompt: $prompt, filters: $filters, page: $page) { exact { identifier lab { oclId } role
    file { path } version { path version } events { eventName txHash } } } }`;
const symbol = 'QKA7';

const service = await openTestService({ insertsRows: true });
const [owner, member] = [await fundedWallet(), await fundedWallet()];
const [lab, other] = [await registeredLab(service, owner), await registeredLab(service)];
const grant = (await grantRole(owner, { oclId: lab.oclId, to: member.address, role: 'VIEWER' }))
  .transactionHash;
const reader = chainReader();
const tokenizer = { address: contracts.tokenizer, abi: oclTokenizerAbi } as const;
const agreement = await generateAgreement(service, { oclId: lab.oclId, symbol, title: 'Quokka' });
const { message } = await termsMessage(service, agreement, lab.tokenId);
const { agreementKey, agreementContentHash } = agreement;
const signature = await owner.signMessage({ message });
const args = [lab.tokenId, 1_000n, symbol, agreementKey, agreementContentHash, signature] as const;
await chainOf(owner).write({ ...tokenizer, functionName: 'tokenize', args });
const token = await reader.readContract({ ...tokenizer, functionName: 'tokenized', args: [lab.tokenId] });
await indexChain(service.context);

async function exact(prompt: string, more: object = {}) {
  const { exact } = (await ask(service, SEARCH, { prompt, ...more })).searchLabs;
  return exact as { identifier: string; lab: { oclId: string } | null; [field: string]: unknown }[];
}
const short = async (prompt: string, more?: object) =>
  (await exact(prompt, more)).map(({ identifier, lab: of }) => [identifier, of?.oclId]);

test('an address finds the lab by account, token and member, in any case', async () => {
  expect(await short(lab.account)).toEqual([['LAB_ACCOUNT', lab.oclId]]);
  expect(await short(token)).toEqual([['TOKEN_CONTRACT', lab.oclId]]);
  expect(await short(` 0x${token.slice(2).toUpperCase()} `)).toEqual([['TOKEN_CONTRACT', lab.oclId]]);
  expect(await exact(owner.address)).toMatchObject([
    { identifier: 'MEMBER', role: 'OWNER', lab: { oclId: lab.oclId } },
  ]);
  expect(await exact(member.address)).toMatchObject([{ identifier: 'MEMBER', role: 'VIEWER' }]);
  expect(await exact((await fundedWallet()).address)).toEqual([]);
});

test('a lab that is not registered is not found', async () => {
  const outsider = await fundedWallet();
  const { oclId } = await mintLab(outsider);
  await indexChain(service.context);
  expect(await exact(oclId)).toEqual([]);
  expect(await exact(outsider.address)).toEqual([]);
});

test('the symbol of a token finds its lab, and a part of it does not', async () => {
  for (const prompt of [symbol, 'qka7', '$QKA7'])
    expect(await short(prompt)).toEqual([['TOKEN_SYMBOL', lab.oclId]]);
  for (const prompt of ['QKA', `${symbol} lab`]) expect(await short(prompt)).toEqual([]);
});

test('an oclId finds the lab, and the hash of a transaction what it did', async () => {
  expect(await short(lab.oclId)).toEqual([['OCL_ID', lab.oclId]]);
  expect(await exact(grant.toUpperCase().replace('0X', '0x'))).toMatchObject([
    {
      identifier: 'TRANSACTION',
      lab: { oclId: lab.oclId },
      events: [{ eventName: 'RoleGranted', txHash: grant }],
    },
  ]);
  expect(await exact(`0x${'12'.repeat(32)}`)).toEqual([]);
});

test('a DID and a hash find a file, as long as it is not in the trash', async () => {
  const path = 'quokka.txt';
  const { datasetId: did } = await uploadFile(service, lab, 'quokka bytes', { path });
  const hash = sha256('quokka bytes');
  expect(await exact(did)).toMatchObject([
    { identifier: 'FILE_DID', lab: { oclId: lab.oclId }, file: { path } },
  ]);
  for (const prompt of [hash, `sha256:${hash.toUpperCase()}`])
    expect(await exact(prompt)).toMatchObject([
      { identifier: 'CONTENT_HASH', lab: { oclId: lab.oclId }, version: { path, version: 1 } },
    ]);
  expect(await exact(did, { page: 3 })).toHaveLength(1);
  for (const part of [did.slice(0, -1), hash.slice(1), `${did} and more`])
    expect(await exact(part)).toEqual([]);
  await trashFile(service, lab, path);
  for (const prompt of [did, hash]) expect(await exact(prompt)).toEqual([]);
});

test('the DIDs of a lab find it', async () => {
  const query = `query($oclId: String!) { getDidLinkStatus(oclId: $oclId) { didLinkStatus { accountDid dataRoomDid } } }`;
  const { didLinkStatus } = (await ask(service, query, { oclId: lab.oclId })).getDidLinkStatus;
  for (const did of [didLinkStatus.accountDid, didLinkStatus.dataRoomDid])
    expect(await short(did)).toEqual([['LAB_DID', lab.oclId]]);
});

test('an index finds a symbol and a transaction among many events', async () => {
  const { db, chain } = service.context;
  await db.execute(sql`
    insert into onchain_events (chain_id, block_number, log_index, contract_address, contract_name, event_name, args,
        tx_hash, tx_sender, block_hash, block_timestamp)
      select ${chain.chainId}, 1000000 + n, 0, '0x01', 'ipt', 'TokensCreated', json_build_object('symbol', 'S' || n),
        '0x' || encode(sha256(n::text::bytea), 'hex'), '0x03', '0x04', now() from generate_series(1, 20000) n`);
  await db.execute(sql`analyze onchain_events`);
  for (const prompt of [symbol, grant]) {
    const steps = await explainQueries(db, async () => expect(await exact(prompt)).toHaveLength(1));
    const scans = steps.filter((step) => step['Relation Name'] === 'onchain_events');
    expect(scans.length).toBeGreaterThan(0);
    for (const step of scans) expect(step['Node Type']).not.toBe('Seq Scan');
    for (const step of scans) expect(step['Rows Removed by Filter'] ?? 0).toBeLessThan(10);
  }
});

test('only in the labs of the filter', async () => {
  expect(await short(symbol, { filters: { byOclIds: [other.oclId] } })).toEqual([]);
  expect(await short(symbol, { filters: { byOclIds: [lab.oclId], byKinds: ['FILE'] } })).toHaveLength(1);
});
