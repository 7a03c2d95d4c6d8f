'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { contentSize } from '#lib/data-room/content-size.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { staysPublic } from '../../core/access/change-of-access.ts';
import { FileConditions } from '../../core/access/file-conditions.tsx';
import { publicDetails } from '../../core/access/secrecy-note.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { Person } from '../../core/people/person.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ByteSize } from '../../ui/byte-size.tsx';
import { Fingerprint } from '../../ui/fingerprint.tsx';
import { Time } from '../../ui/time.tsx';
import { HashCheck } from './hash-check.tsx';
import type { PanelParts } from './panel-parts.ts';
import { PlaintextHash } from './plaintext-hash.tsx';

interface FileFactsProps {
  file: FileDetail;
  version: FileVersion;
  SharedWith: PanelParts['SharedWith'];
}

export function FileFacts({ file, version, SharedWith }: FileFactsProps) {
  const { me } = useDataRoom();
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-3 [&_dd]:mb-2 sm:[&_dd]:mb-0 [&_dt]:text-ink2">
      {file.description && <Fact name="Description">{file.description}</Fact>}
      <Fact name="Who can open it">
        <FileConditions version={version} />
      </Fact>
      {me.role != null && version.encryption && (
        <Fact name="Shared with">
          <SharedWith path={file.path} />
        </Fact>
      )}
      {version.version === file.version && !!file.publicVersions?.length && (
        <Fact name="Older versions">{staysPublic(file.publicVersions)}</Fact>
      )}
      <Fact name="Added by">
        <Person value={version.changeBy} /> <Time value={version.createdAt} className="text-ink2" />
      </Fact>
      <Fact name="Type and size">
        {version.contentType}, <ByteSize bytes={contentSize(version)} />
        {version.encryption && ' encrypted'}
      </Fact>
      {file.tags.length > 0 && <Fact name="Tags">{<Badges values={file.tags} />}</Fact>}
      {file.categories.length > 0 && <Fact name="Categories">{<Badges values={file.categories} />}</Fact>}
      <Fact name="Identifier (DID)">
        <Fingerprint value={file.did} />
      </Fact>
      <Fact name="Stored hash">
        <Fingerprint value={version.contentHash} />
        <div className="mt-1">
          <HashCheck key={version.contentHash} version={version} />
        </div>
      </Fact>
      {version.encryption && (
        <Fact name="Hash of the content">
          <PlaintextHash path={file.path} version={version.version} />
        </Fact>
      )}
      {version.encryption && <Fact name="Still public">{publicDetails}</Fact>}
      {file.contentText && (
        <Fact name="Searchable text">
          <span className="line-clamp-4">{file.contentText}</span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  );
}

function Badges({ values }: { values: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {values.map((value) => (
        <li key={value}>
          <Badge>{visibleName(value)}</Badge>
        </li>
      ))}
    </ul>
  );
}
