import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typedDocumentNode from '@graphql-codegen/typed-document-node';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import { commandReference } from '@labroom/cli/help.ts';
import { readSchemaText } from '@labroom/service/contract/schema-text.ts';
import { readContract } from '@labroom/service/graphql/contract.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { buildSchema, type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import { confusableTable } from './generate/confusables.ts';
import { areContractsUnchanged, type GeneratedFile, generateContracts } from './generate/contracts.ts';
import { errorTables, errorTypes, leastRoles, serviceContract } from './generate/errors.ts';
import { generateGuide } from './generate/guide.ts';
import { mustCompile } from './generate/must-compile.ts';
import { describeApi } from './generate/operations.ts';

const root = resolve(import.meta.dirname, '..');
const documentsDir = join(root, 'packages/client/documents');
const errorGuide = 'docs/specification/errors.md';

/** Rows of the service behind types of the schema: `'Type': './path.ts#Row'`, relative to `service/graphql/`. */
const mappers: Record<string, string> = {
  LabRef: '../core/labs/lab-rows.ts#LabRow',
  Lab: '../core/labs/lab-rows.ts#LabRow',
  DataRoom: '../core/labs/lab-rows.ts#LabRow',
  DataRoomFile: '../core/context/request-loaders.ts#FileWithVersion',
  LabImageUpload: '../operations/labs/image/image-upload-store.ts#ImageUploadRow',
  FileMatch: '../operations/search/files-by-content-hash.ts#MatchedVersion',
  NewFileResult: '../operations/files/add-file-rows.ts#AddedFile',
  KeyRelease: '../operations/keys/key-releases.ts#KeyReleaseRow',
  DataRoomFileVersion: '../core/files/file-store.ts#VersionWithPath',
  ListedReader: '../core/members/listed-readers.ts#ListedReaderRow',
  EncryptionMetadata: '../platform/db/tables/files.ts#StoredEncryption',
  DrawnMarkdown: './drawn-fields.ts#ShownText',
  LabToken: '../operations/lab-tokens/lab-token.ts#LabTokenRow',
  LabTokenLedger: '../operations/lab-tokens/token-ledger-store.ts#TokenLedgerRow',
  ActivityGroup: '../operations/activity/group-store.ts#ActivityGroupRow',
  LabActivity: '../core/feed/feed-store.ts#ActivityRow',
  LabEvent: '../operations/activity/event-log-store.ts#LabEventRow',
  LabEventFileAdded: '../core/feed/feed-store.ts#ActivityRow',
  LabEventFileUpdated: '../core/feed/feed-store.ts#ActivityRow',
  LabEventFileRemoved: '../core/feed/feed-store.ts#ActivityRow',
  LabEventAnnouncement: '../core/feed/feed-store.ts#ActivityRow',
  LabEventEntriesMoved: '../core/feed/feed-store.ts#ActivityRow',
  LabEventEntriesTrashed: '../core/feed/feed-store.ts#ActivityRow',
  LabEventEntriesRestored: '../core/feed/feed-store.ts#ActivityRow',
  LabEventEntriesRemoved: '../core/feed/feed-store.ts#ActivityRow',
  LabEventReleaseCreated: '../core/feed/feed-store.ts#ActivityRow',
  LabEventReadinessChanged: '../core/feed/feed-store.ts#ActivityRow',
  LabEventTodoChanged: '../core/feed/feed-store.ts#ActivityRow',
  LabReadinessChange: '../core/feed/feed-store.ts#ActivityRow',
  LabTodoChange: '../core/feed/feed-store.ts#ActivityRow',
  LabReadiness: '../operations/plans/readiness-store.ts#ReadinessRow',
  LabTodo: '../operations/plans/todo-store.ts#TodoRow',
  LabEventDiscussion: '../core/feed/feed-store.ts#ActivityRow',
  LabDiscussionEntry: '../core/feed/feed-store.ts#ActivityRow',
  Thread: '../operations/comments/comment-store.ts#ThreadRow',
  Comment: '../operations/comments/comment-store.ts#CommentRow',
  DiscussionKey: '../core/comments/discussion-keys.ts#DiscussionKeyRow',
  FileReview: '../operations/comments/review-store.ts#FileReviewRow',
  PaidCalls: '../operations/payments/paid-calls.ts#PaidCallsPage',
  PaidCall: '../operations/payments/paid-call-reads.ts#OwnPaidCallRow',
  Release: '../operations/releases/release-store.ts#ReleaseRow',
  Follow: '../operations/follows/follow-store.ts#FollowRow',
  Mute: '../operations/mutes/mute-store.ts#MuteRow',
  Webhook: '../operations/webhooks/webhook-store.ts#WebhookRow',
  WebhookDelivery: '../operations/webhooks/webhook-store.ts#DeliveryRow',
  NoticeMail: '../core/notices/notice-channels.ts#MailAddressRow',
  Notice: '../operations/notifications/inbox-store.ts#NoticeRow',
  AccessRequest: '../operations/access-requests/request-store.ts#AccessRequestRow',
  AccessDecision: '../operations/access-requests/request-store.ts#AccessRequestRow',
  Invitation: '../core/invitations/invitation-store.ts#InvitationRow',
  TrashEntry: '../operations/entries/trash-store.ts#TrashEntryRow',
  LabEntriesChange: '../core/feed/feed-store.ts#ActivityRow',
  LabFileEntry: '../core/feed/feed-store.ts#ActivityRow',
  LabAnnouncement: '../core/feed/feed-store.ts#ActivityRow',
  SearchLabsHit: '../operations/search/search-labs.ts#SearchHit',
  SearchLabsLabHit: '../operations/search/search-labs.ts#LabHit',
  SearchLabsExactHit: '../operations/search/exact-hits.ts#ExactHit',
  SearchLabsFileHit: '../operations/search/search-labs.ts#FileHit',
  SearchLabsFileEntry: '../core/context/request-loaders.ts#FileWithVersion',
  SearchLabsAnnouncementHit: '../operations/search/search-labs.ts#AnnouncementHit',
};

/** Custom scalars are strings in JSON; `JSON` can be any value. */
const wireScalars: Record<string, string> = { DateTime: 'string', AWSJSON: 'string', JSON: 'unknown' };

/** Types of the schema. Imports nothing, so that every folder of the service may import it. */
async function generateSchemaTypes(): Promise<GeneratedFile> {
  const path = 'service/contract/schema.generated.ts';
  const contents = await codegen({
    filename: join(root, path),
    schema: parse(readSchemaText()),
    documents: [],
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
    config: schemaConfig(),
  });
  return { path, content: withHeader(contents) };
}

/** Types of the resolvers: schema, rows and context together. */
async function generateResolverTypes(): Promise<GeneratedFile> {
  const path = 'service/graphql/resolvers.generated.ts';
  const contents = await codegen({
    filename: join(root, path),
    schema: parse(readSchemaText()),
    documents: [],
    plugins: [{ resolvers: {} }],
    pluginMap: { resolvers },
    config: {
      ...schemaConfig(),
      namespacedImportName: 'Schema',
      contextType: './loaders.ts#ResolverContext',
      mappers,
    },
  });
  return {
    path,
    content: withHeader(`import type * as Schema from '../contract/schema.generated.ts';\n${contents}`),
  };
}

function schemaConfig() {
  return {
    scalars: { ...scalars(), DateTime: 'Date | string' },
    enumsAsConst: true,
    useTypeImports: true,
    strictScalars: true,
    maybeValue: 'T | null | undefined',
    inputMaybeValue: 'T | null | undefined',
  };
}

/** Typed documents for the web app: one constant per operation of `packages/client/documents/*.graphql`. */
export async function generateDocuments(): Promise<GeneratedFile> {
  const path = 'packages/client/documents/documents.generated.ts';
  const contents = await codegen({
    filename: join(root, path),
    schema: parse(readSchemaText()),
    documents: await readDocuments(documentsDir),
    plugins: [{ operations: {} }, { typedDocumentNode: {} }],
    pluginMap: { operations, typedDocumentNode },
    config: { scalars: scalars(), useTypeImports: true, strictScalars: true, dedupeFragments: true },
  });
  return { path, content: withHeader(contents) };
}

/** The API reference of the page for developers. */
export async function generateApiReference(): Promise<GeneratedFile> {
  const documents = (await readDocuments(documentsDir)).map(({ document }) => document);
  const { conventions, operations, errorCodes, reasons } = describeApi(readSchema(), documents);
  const contents = [
    "import type { CatalogueCode, CatalogueReason, Operation } from './operation.ts';",
    `export const conventions: readonly string[] = ${JSON.stringify(conventions, null, 2)};`,
    `export const operations = ${JSON.stringify(operations, null, 2)} as const satisfies readonly Operation[];`,
    `export const errorCodes = ${JSON.stringify(errorCodes, null, 2)} as const satisfies readonly CatalogueCode[];`,
    `export const reasons = ${JSON.stringify(reasons, null, 2)} as const satisfies readonly CatalogueReason[];`,
  ];
  return {
    path: 'lib/developers/api-reference.generated.ts',
    content: withHeader(contents.join('\n\n')),
  };
}

/** Codes and reasons of errors, for the service, the clients and the documentation. */
export async function generateErrors(): Promise<GeneratedFile[]> {
  const contract = readContract(readSchema());
  return [
    { path: 'service/contract/contract.generated.ts', content: withHeader(serviceContract(contract)) },
    { path: 'packages/protocol/least-roles.generated.ts', content: withHeader(leastRoles(contract)) },
    { path: 'packages/client/api/errors.generated.ts', content: withHeader(errorTypes(contract)) },
    { path: errorGuide, content: errorTables(await readFile(join(root, errorGuide), 'utf8'), contract) },
  ];
}

/** The reference in the README of the command line. */
async function generateCommandReference(): Promise<GeneratedFile> {
  const path = 'packages/cli/README.md';
  const text = await readFile(join(root, path), 'utf8');
  const [before] = text.split('<!-- generated -->');
  return { path, content: `${before}<!-- generated -->\n\n${commandReference()}\n` };
}

/** All generated files that are committed; with `isCompiling` false, without those of the contracts. */
async function generateAll(isCompiling: boolean): Promise<GeneratedFile[]> {
  return [
    await generateSchemaTypes(),
    await generateResolverTypes(),
    await generateDocuments(),
    await generateApiReference(),
    await generateCommandReference(),
    ...(await generateErrors()),
    { path: 'packages/protocol/confusables.generated.ts', content: withHeader(await confusableTable()) },
    ...(await guide()),
    ...(isCompiling ? await generateContracts() : []),
  ];
}

async function guide(): Promise<GeneratedFile[]> {
  const schema = readSchema();
  const [, ...conventions] = describeApi(schema, []).conventions;
  return generateGuide(readContract(schema), conventions);
}

/** The scalars of `wireScalars` that the schema declares. */
function scalars(): Record<string, string> {
  const declared = readSchema().getTypeMap();
  return Object.fromEntries(Object.entries(wireScalars).filter(([name]) => name in declared));
}

function readSchema(): GraphQLSchema {
  return buildSchema(readSchemaText());
}

async function readDocuments(dir: string): Promise<{ location: string; document: DocumentNode }[]> {
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort();
  return Promise.all(
    names.map(async (name) => ({ location: name, document: parse(await readFile(join(dir, name), 'utf8')) })),
  );
}

function withHeader(contents: string): string {
  return `// Generated by scripts/generate.ts. Do not edit.\n${contents.trimEnd()}\n`;
}

/** Whether a file is missing or differs. */
async function isStale(file: GeneratedFile): Promise<boolean> {
  const current = await readFile(join(root, file.path), 'utf8').catch(() => null);
  return current !== file.content;
}

/** Writes stale files; with `--check`, only names them and fails. */
async function main(): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const isCompiling = mustCompile({
    isCheck,
    isQuick,
    areContractsUnchanged: await areContractsUnchanged(),
  });
  const stale: GeneratedFile[] = [];
  for (const file of await generateAll(isCompiling)) if (await isStale(file)) stale.push(file);

  if (isCheck) {
    for (const file of stale) console.error(`stale: ${file.path}`);
    if (stale.length > 0) console.error('Run `node scripts/generate.ts` and commit the result.');
    process.exitCode = stale.length > 0 ? 1 : 0;
    return;
  }
  for (const file of stale) {
    await writeFile(join(root, file.path), file.content);
    console.log(`written: ${file.path}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
