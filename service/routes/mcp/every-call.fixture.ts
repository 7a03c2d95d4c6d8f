import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import { generateAgreement } from '@labroom/testing/test-agreement.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { fillUp } from '@labroom/testing/test-gateway.ts';
import { TestAgent } from '@labroom/testing/test-mcp.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { newRecipient } from '@labroom/testing/test-recipient.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { sent, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';

type Call = [tool: string, args: Record<string, unknown>];

/** A wallet with a lab, roles, files and payments, and calls of every tool that answer with most of what the tool can. */
export async function openEveryCall(service: TestService) {
  const [owner, viewer] = await Promise.all([fundedWallet(), fundedWallet()]);
  await fillUp(owner, 8n * PRICE);
  const lab = await registeredLab(service, owner);
  await uploadFile(service, lab, 'time,signal\n0,0.12\n', { path: 'open.csv', tags: ['assay'] }, 'text/csv');
  const { plaintextDEK } = await uploadSecret(service, lab, 'The yield is 83 %.', { path: 'secret.txt' });
  const { token } = await signIn(service, owner);
  const uploadToken = await sent(service, lab, 'a,b', 'text/csv');
  const announcement = { oclId: lab.oclId, headline: 'Assay', body: 'Done.' };
  await ask(service, CreateAnnouncementDocument, announcement, token);
  const recipient = await newRecipient();
  const { recipientKey } = recipient;
  const agent = await new TestAgent().connect(service);
  await agent.buy(owner, 'generate_data_encryption_key', { recipientKey });
  const { agreementKey, agreementContentHash: contentHash } = await generateAgreement(service, {
    oclId: lab.oclId,
    symbol: 'YIELD',
  });
  const { results } = (await agent.call('search', { query: 'assay' })).said;
  const idOf = (kind: string): string =>
    results.find(({ metadata }: { metadata: { kind: string } }) => metadata.kind === kind).id;

  const at = { oclId: lab.oclId };
  const grant = { from: owner.address, ...at, to: viewer.address };
  const free: Call[] = [
    ['search', { query: 'assay' }],
    ['search', { query: 'no such thing at all' }],
    ['fetch', { id: idOf('file') }],
    ['fetch', { id: idOf('announcement') }],
    ['fetch', { id: `labroom://labs/${lab.oclId}` }],
    ['fetch', { id: `labroom://labs/${lab.oclId}/files/secret.txt` }],
    ['orient', {}],
    ['orient', { wallet: owner.address }],
    ['orient', { wallet: viewer.address }],
    ['open_lab', at],
    ['read_file', { ...at, path: 'open.csv' }],
    ['explain_access', { ...at, path: 'open.csv', wallet: owner.address }],
    ['explain_access', { ...at, path: 'secret.txt', wallet: owner.address }],
    ['explain_access', { ...at, path: 'secret.txt', wallet: viewer.address }],
    ['foresee', { operation: 'createLab', variables: at, wallet: owner.address }],
    ['put_file', { ...at, path: 'a.csv', wallet: owner.address }],
    ['prepare_mint', { from: owner.address }],
    ['prepare_grant', { ...grant, role: 'VIEWER' }],
    ['prepare_extend', { ...grant, to: owner.address, expiry: null }],
    ['prepare_revoke', grant],
    [
      'prepare_tokenize',
      { from: owner.address, ...at, symbol: 'YIELD', amount: '1000', agreementKey, contentHash },
    ],
    ['paid_calls', {}],
  ];
  const paid: Call[] = [
    ['create_lab', { input: at }],
    ['generate_data_encryption_key', { recipientKey }],
    ['initiate_create_or_update_file', { ...at, contentType: 'text/csv', contentLength: 3 }],
    [
      'finish_create_or_update_file',
      { ...at, uploadToken, path: 'b.csv', accessLevel: 'PUBLIC', changeBy: owner.address },
    ],
    ['decrypt_data_key', { ...at, filePath: 'secret.txt', recipientKey }],
    ['create_announcement', announcement],
  ];
  return {
    ...{ agent, owner, lab, token, recipient, free, paid },
    /** Of the file `secret.txt`, in Base64. */
    plaintextDEK,
    /** A wallet without a role cannot be given a later end. */
    refused: ['prepare_extend'],
  };
}
