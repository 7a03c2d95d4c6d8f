import { signIn } from '@labroom/testing/actors.ts';
import { depth, seed } from '@labroom/testing/depth.ts';
import { hostileVariables, type Plausible } from '@labroom/testing/hostile-values.ts';
import { libraryPhrases } from '@labroom/testing/library-phrases.ts';
import { mutationFields, operationDocument, queryFields } from '@labroom/testing/operation-documents.ts';
import { type Proof, post } from '@labroom/testing/test-client.ts';
import { encryptFor } from '@labroom/testing/test-encryption.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { sent, uploadFile } from '@labroom/testing/test-upload.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rateLimitBuckets } from '../platform/db/tables/rate-limits.ts';

/** Inputs per operation. */
const RUNS = depth.fuzzInputs;

let plausible: Plausible = {};
console.log(`TEST_SEED=${seed}`);
const service = await openTestService();
const lab = await registeredLab(service);
plausible = await whatMakesSense();

describe.concurrent.each([
  ...mutationFields.map((field) => [field.name, field] as const),
  ...queryFields.map((field) => [field.name, field] as const),
])('%s', (name, field) => {
  test(`gives a valid response to any arguments`, { timeout: 1_800_000 }, async () => {
    const proofs: Proof[] = [lab.token, lab.token, lab.token, lab.token, {}, 'nonsense'];
    const input = fc.record({
      variables: hostileVariables(field, plausible),
      proof: fc.constantFrom(...proofs),
    });
    const document = operationDocument(field);
    const property = fc.asyncProperty(input, async ({ variables, proof }) => {
      const ask = () => post(service, document, variables as Record<string, unknown>, proof);
      let answer = await ask();
      if (answer.status === 429) {
        await service.context.db.delete(rateLimitBuckets);
        answer = await ask();
      }
      expect(faultsOf(name, JSON.stringify(variables), answer)).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS, seed, interruptAfterTimeLimit: 1_700_000 });
  });
});

/** Returns arguments with which every operation succeeds, as long as the operations have not used them up. */
async function whatMakesSense(): Promise<Plausible> {
  const many = <T>(make: (index: number) => T) => Array.from({ length: 12 }, (_, index) => make(index));
  const upload = async (path: string) => (await uploadFile(service, lab, path, { path })).datasetId as string;
  const encrypted = await encryptFor(service, lab, 'secret');
  const secret = {
    path: 'secret.txt',
    accessLevel: 'ADMIN',
    encryptionMetadata: encrypted.encryptionMetadata,
  };
  await uploadFile(service, lab, encrypted.ciphertext, secret);
  const plain = await upload('plain.txt');
  await Promise.all(many((index) => upload(`doomed-${index}`)));
  const tokens = await Promise.all(many((index) => sent(service, lab, `fuzz ${index}`)));
  const fresh = (await encryptFor(service, lab, 'x')).encryptionMetadata;
  const unregistered: string[] = [];
  // Tokens other than those that send the requests.
  const tokenIds: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    unregistered.push((await mintLab(lab.owner)).oclId);
    tokenIds.push((await signIn(service, lab.owner)).tokenId);
  }
  return {
    oclId: [lab.oclId, `0x${lab.oclId.slice(2).toUpperCase()}`],
    'createLab.input': unregistered.map((oclId) => ({ oclId })),
    'updateLabNftMetadata.input': [
      { name: 'A name', description: null },
      { externalUrl: 'https://lab.example' },
    ],
    contentType: ['image/png'],
    contentLength: [0, 1, 1_000],
    uploadToken: tokens,
    path: ['plain.txt', 'secret.txt'],
    'finishCreateOrUpdateFile.path': many((index) => `fuzz/${index}.txt`),
    'finishCreateOrUpdateFile.ref': [undefined],
    'finishCreateOrUpdateFile.accessLevel': ['PUBLIC'],
    'finishCreateOrUpdateFile.encryptionMetadata': [undefined],
    'deleteDataRoomFile.path': many((index) => `doomed-${index}`),
    filePath: ['secret.txt'],
    ref: [plain],
    'decryptDataKey.ref': [undefined],
    attachments: [undefined, [], [plain]],
    accessLevel: ['PUBLIC', 'ADMIN'],
    changeBy: [lab.wallet, lab.wallet.toLowerCase()],
    headline: ['News'],
    body: ['Nothing *much*.'],
    description: [undefined, 'An assay'],
    tags: [undefined, ['assay']],
    contentText: [undefined, 'sample,value'],
    encryptionMetadata: [fresh],
    version: [undefined, 1],
    serviceName: ['tests', 'fuzz'],
    walletAddress: [lab.wallet],
    messageSignature: [await lab.owner.signMessage({ message: 'x' })],
    expiresIn: ['30d', '1m'],
    tokenId: tokenIds,
    agreementData: [JSON.stringify({ oclId: lab.oclId, symbol: 'FUZZ' })],
    prompt: ['assay', 'plain'],
    page: [undefined, 0],
    'labActivity.page': [0],
    perPage: [20],
    chainId: [31337],
    labId: [String(lab.tokenId)],
  };
}

const codes = new Set([
  'UNAUTHENTICATED',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'CONFLICT',
  'VALIDATION_FAILED',
  'FAILED_PRECONDITION',
  'INVALID_INPUT',
  'INVALID_METADATA',
  'COMPLEXITY_LIMIT_EXCEEDED',
]);

/** Codes that concern an argument. */
const argumentCodes = new Set(['VALIDATION_FAILED', 'INVALID_INPUT', 'INVALID_METADATA']);

/** Patterns of internal details. What was sent may be in an answer. */
const leaks: [string, RegExp][] = [
  ['a stack', /\n\s+at |node:internal|node_modules|\.[cm]?[jt]s:\d+/],
  [
    'SQL',
    /Failed query|params:|syntax error|violates|duplicate key|(relation|column) \\?"|invalid byte sequence/i,
  ],
  ['SQL', /\b(insert into|returning|left join|order by) /i],
  ['a library', /drizzle|postgres|pg_|fastify|viem|zod|jose/i],
  ['a path', new RegExp(process.cwd().replaceAll('.', '\\.'))],
  ['a path', /\/(tmp|home|var|usr|work)\//],
  ['a host', /127\.0\.0\.1|localhost|\[::1\]/],
];

/** Returns what is wrong with a response. */
function faultsOf(
  name: string,
  sent: string,
  { status, headers, body }: Awaited<ReturnType<typeof post>>,
): string[] {
  const faults: string[] = [];
  const requestId = headers.get('x-request-id');
  if (!requestId) faults.push('no x-request-id');
  if (![200, 400, 413].includes(status)) faults.push(`HTTP ${status}`);
  const inBand = body.data?.[name]?.error;
  const failures = [
    ...(inBand ? [{ ...inBand, argument: JSON.parse(inBand.details ?? '{}').argument }] : []),
    ...(body.errors ?? []).map((error: Record<string, unknown>) => ({
      code: error.errorType,
      requestId: (error.errorInfo as { requestId?: string })?.requestId,
      message: error.message,
      argument: (error.errorInfo as { argument?: string })?.argument,
    })),
  ];
  for (const { code, requestId: id, message, argument } of failures) {
    if (!codes.has(code)) faults.push(`code ${code}`);
    if (id !== requestId) faults.push(`request id ${id}`);
    if (typeof message !== 'string' || message === '') faults.push('no message');
    if (status === 200 && libraryPhrases.test(message)) faults.push(`a library's words: ${message}`);
    if (status === 200 && argumentCodes.has(code) && !argument) faults.push(`no argument: ${message}`);
    if (message.length > 2_000) faults.push(`a message of ${message.length} characters`);
  }
  if (status !== 200 && failures.length === 0) faults.push('a failure without an error');
  // A successful response may contain upload URLs.
  if (failures.length === 0) return faults;
  const text = JSON.stringify(body);
  for (const [what, sign] of leaks) {
    const [found] = sign.exec(text) ?? [];
    if (found && !sent.includes(found)) faults.push(`${what}: ${found} in ${text.slice(0, 400)}`);
  }
  return faults;
}
