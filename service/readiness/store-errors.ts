import type { StorageConfig } from '#platform/config/config.ts';

/** What the codes of a store's errors say about the configuration. */
const byCode: Readonly<Record<string, string>> = {
  NoSuchBucket: 'S3_BUCKET: the store has no such bucket. `npm run labroom -- prepare-bucket` creates it.',
  InvalidBucketName: 'S3_BUCKET: the store does not accept this name of a bucket.',
  BucketAlreadyExists: 'S3_BUCKET: a bucket of this name belongs to somebody else. Choose another name.',
  SignatureDoesNotMatch:
    'S3_SECRET_ACCESS_KEY: the store refuses the signature, so this is not the secret of S3_ACCESS_KEY_ID.',
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID: the store does not know this key.',
  AccessDenied: 'S3_ACCESS_KEY_ID: the store does not allow this key what the service needs in S3_BUCKET.',
  RequestTimeTooSkewed:
    'S3_ENDPOINT: the store refuses the time of the request. Correct the clock of this machine, e.g. with NTP.',
  CredentialsProviderError:
    'S3_ACCESS_KEY_ID: is not set, and the machine has no role or profile for the store.',
  PermanentRedirect: 'S3_REGION: the bucket is in another region.',
  AuthorizationHeaderMalformed: 'S3_REGION: the bucket is in another region.',
  ENOTFOUND: 'S3_ENDPOINT: the host of the store has no address.',
  EAI_AGAIN: 'S3_ENDPOINT: the host of the store could not be looked up.',
  ECONNREFUSED: 'S3_ENDPOINT: nothing listens at the address of the store.',
  ECONNRESET: 'S3_ENDPOINT: the store ended the connection.',
  EHOSTUNREACH: 'S3_ENDPOINT: the host of the store cannot be reached.',
  TimeoutError: 'S3_ENDPOINT: the store did not answer in time.',
  ENOSPC: 'DATA_DIR: the disk is full.',
  ENOENT: 'DATA_DIR: the directory of the objects is missing.',
  EACCES: 'DATA_DIR: this process may not read and write the directory of the objects.',
  EROFS: 'DATA_DIR: the disk is read-only.',
};

/** One sentence that names the variable. The text of the store is left out: it may quote a key or an address. */
export function explainStoreError(error: unknown, { kind }: Pick<StorageConfig, 'kind'>): string {
  const codes = codesOf(error);
  const known = codes.find((code) => Object.hasOwn(byCode, code));
  if (known) return byCode[known] ?? '';
  const variable = kind === 's3' ? 'S3_ENDPOINT: the store' : 'DATA_DIR: the disk';
  return `${variable} failed${codes[0] ? ` with ${codes[0]}` : ''}.`;
}

/** Codes and names of an error and its causes, the outermost first; unspecific names are left out. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const causes = error instanceof AggregateError ? error.errors : [error.cause];
  const own = [
    'code' in error ? String(error.code) : '',
    'Code' in error ? String(error.Code) : '',
    error.name,
  ];
  const specific = own.filter((name) => /^[A-Z]\w+$/.test(name) && !unspecific.has(name));
  return [...specific, ...causes.flatMap(codesOf)];
}

const unspecific = new Set(['Error', 'TypeError', 'AggregateError', 'S3ServiceException', 'UnknownError']);
