import { group } from '../group.ts';

export const decidedFiles = [
  group('Files', 'docs/specification/files.md#upload', {
    'decided.files.accessLevel': '`PUBLIC`, `HOLDERS`, `ADMIN`; others `INVALID_ACCESS_LEVEL`',
    'decided.files.encryptionRequired': '`HOLDERS` and `ADMIN` without encryption: `ENCRYPTION_REQUIRED`',
    'decided.files.publicEncrypted': '`PUBLIC` with encryption: `INVALID_ACCESS_LEVEL`',
    'decided.files.metadataLevel': '`updateFileMetadata` may not make plaintext secret',
    'decided.files.uploadUrl': 'upload URL 15 minutes',
    'decided.files.downloadUrl': 'download URL one hour',
    'decided.files.imageUrl': 'image upload URL 15 minutes',
    'decided.files.uploadToken': 'upload token one hour',
    'decided.files.immutable': 'bytes never change under a `contentHash`',
    'decided.files.vector': 'AES-256-GCM, 12-byte IV, tag appended: the known-answer vector opens',
    'decided.files.signed': 'another length or `Content-Type` than signed is refused by the storage',
    'decided.files.incomplete': '`UPLOAD_INCOMPLETE`',
    'decided.files.tokenMismatch': 'a token of another lab: `UPLOAD_TOKEN_MISMATCH`',
    'decided.files.tokenExpired': 'an expired one: `UPLOAD_TOKEN_EXPIRED`',
    'decided.files.retry': 'finish again with the same arguments: the first result',
    'decided.files.finished': 'with other arguments: `CONFLICT`, `UPLOAD_ALREADY_FINISHED`',
    'decided.files.occupied': '`CONFLICT`, `PATH_OCCUPIED`',
    'decided.files.xor': '`PATH_XOR_REF`',
    'decided.files.contentHash': '`sha256:` and the hex hash of the stored bytes, by the service',
    'decided.files.plaintextHash':
      '`encryptionMetadata.contentHash` is `sha256-` and the hash of the plaintext',
    'decided.files.encryptionSystem': 'another `encryptionSystem`: `UNSUPPORTED_ENCRYPTION_SYSTEM`',
    'decided.files.dataKey': 'never issued, of another wallet or bound already: `UNKNOWN_DATA_KEY`',
    'decided.files.encryptedBy': '`encryptedBy` is the authenticated wallet',
    'decided.files.quota':
      '5 × 10^9 bytes a lab, pending included: `QUOTA_EXCEEDED` with used, incoming, limit',
    'decided.files.quotaRaised': "changing a lab's limit is an operator's command",
    'decided.files.consecutive': 'concurrent versions get consecutive numbers',
    'decided.files.versions': 'older versions stay readable in `versions`',
    'decided.files.versionLevels':
      'each version has its own access level: `PUBLIC` exactly where it is plaintext',
    'decided.files.becomesSecret':
      'from PUBLIC to secret: `contentText` is dropped unless sent anew; `publicVersions` names what stays public',
    'decided.files.delete': 'deleting removes file, versions and bytes; the feed keeps its entry',
    'decided.files.deletedText': 'of a deleted file the feed keeps no description, labels or text',
  }),
  group('Feed', 'docs/specification/files.md#feed', {
    'decided.feed.added': 'a new path: `LabEventFileAdded`',
    'decided.feed.updated': 'a new version or metadata: `LabEventFileUpdated`',
    'decided.feed.accessChange': 'a change of the access level: `previousAccessLevel`',
    'decided.feed.removed': 'a deletion: `LabEventFileRemoved`',
    'decided.feed.announcement': 'an announcement: `LabEventAnnouncement`',
    'decided.feed.times': '`systemTime` and `eventTime`, equal where the caller gives none',
    'decided.feed.order': 'newest first',
  }),
] as const;
