import { canonicalJson } from './canonical-json.ts';

/** Identifies the format of a manifest. */
const FORMAT = 'labroom-release-1';

/** One file of a release, as it was when the release was made. */
export interface ManifestFile {
  accessLevel: string;
  /** `sha256:` and lowercase hex, over the stored bytes. */
  contentHash: string;
  contentLength: number;
  contentType: string;
  did: string;
  path: string;
  version: number;
}

/** What a release says of a data room. */
export interface ReleaseManifest {
  /** ISO 8601, UTC with milliseconds. */
  createdAt: string;
  createdBy: string;
  description: string | null;
  did: string;
  /** By code point of their paths. */
  files: ManifestFile[];
  format: string;
  name: string;
  number: number;
  oclId: string;
}

/** The canonical bytes of a manifest (RFC 8785), whose SHA-256 is the hash of the release. */
export function serializeManifest(release: Omit<ReleaseManifest, 'format'>): string {
  const { createdAt, createdBy, description, did, name, number, oclId } = release;
  const files = release.files.map(
    ({ accessLevel, contentHash, contentLength, contentType, did, path, version }) => ({
      ...{ accessLevel, contentHash, contentLength, contentType, did, path, version },
    }),
  );
  const manifest: ReleaseManifest = {
    ...{ createdAt, createdBy, description, did, files },
    ...{ format: FORMAT, name, number, oclId },
  };
  return canonicalJson(manifest);
}

/** Reads a manifest whose hash is known to match. */
export function parseManifest(text: string): ReleaseManifest {
  return JSON.parse(text) as ReleaseManifest;
}
