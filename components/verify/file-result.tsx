import type { FileMatchFieldsFragment } from '@labroom/client/documents';
import { CircleCheck, CircleHelp } from 'lucide-react';
import { Name } from '#components/ui/name.tsx';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { Person } from '../core/people/person.tsx';
import { formatBytes } from '../ui/byte-size.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Fingerprint } from '../ui/fingerprint.tsx';
import { Loading } from '../ui/skeleton.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import type { CheckedFile } from './checked-file.ts';

interface FileResultProps {
  file: CheckedFile;
  /** Encrypted files are found only for signed-in users. */
  isSignedIn: boolean;
}

/** What is known about one dropped file. */
export function FileResult({ file: { name, size, found, failure }, isSignedIn }: FileResultProps) {
  return (
    <article aria-label={name} className="flex flex-col gap-3 border-t border-ink pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-base break-words">
          <bdi>{name}</bdi>
        </h3>
        <span className="tabular text-sm text-ink2">{formatBytes(size)}</span>
      </div>
      {found && (
        <div className="flex flex-wrap items-start gap-x-2 text-sm text-ink2">
          SHA-256 <Fingerprint value={found.hash} />
        </div>
      )}
      {!found && !failure && <Loading label="Computing the SHA-256" className="h-6 w-full max-w-md" />}
      <FailureNotice failure={failure} />
      {found && <Matches matches={found.matches} isSignedIn={isSignedIn} />}
    </article>
  );
}

interface MatchesProps {
  matches: FileMatchFieldsFragment[];
  isSignedIn: boolean;
}

function Matches({ matches, isSignedIn }: MatchesProps) {
  if (matches.length === 0) {
    return (
      <p className="flex items-start gap-2">
        <CircleHelp aria-hidden className="mt-1 size-4 shrink-0 text-ink2" />
        <span>
          {isSignedIn
            ? 'No match in public files, or in the encrypted files of your labs that you can open.'
            : 'No match in public files. Sign in to check encrypted files that you can open.'}{' '}
          Only files with exactly the same bytes match. Deleted files are not found.
        </span>
      </p>
    );
  }
  return (
    <>
      <p className="flex items-start gap-2 font-medium">
        <CircleCheck aria-hidden className="mt-1 size-4 shrink-0 text-good" />
        {matches.length === 1 ? 'Found in one data room.' : `Found ${matches.length} times, oldest first.`}
      </p>
      <ul className="flex flex-col divide-y divide-line">
        {matches.map((match) => (
          <li key={`${match.did}:${match.version}:${match.matchedBy}`} className="py-3 first:pt-0 last:pb-0">
            <Match match={match} />
          </li>
        ))}
      </ul>
    </>
  );
}

const meanings = {
  STORED_BYTES: 'The service computed the hash of its stored bytes: they are identical to this file.',
  STATED_PLAINTEXT:
    'The file is encrypted and you can open it. The author stated the hash of the content; the service cannot verify it. Open the file to compare.',
  FORMER_BYTES:
    'The version had these bytes before it was encrypted with a new key. Its content is the same; the bytes are deleted.',
} as const;

function Match({ match }: { match: FileMatchFieldsFragment }) {
  const { lab, path, version, isNewest, accessLevel, createdAt, changeBy, matchedBy } = match;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink
          href={`${filePath(lab.shortname, path)}&version=${version}`}
          className="font-medium break-words"
        >
          <Name>{path}</Name>
        </TextLink>
        <AccessBadge level={accessLevel} />
      </p>
      <p className="tabular">
        Version {version}
        {isNewest ? ', the newest,' : ', not the newest,'} in{' '}
        <TextLink href={labPath(lab.shortname)}>
          <Name>{labTitle(lab)}</Name>
        </TextLink>
        , added <Time value={createdAt} /> by <Person value={changeBy} />
      </p>
      <p className="text-ink2">{meanings[matchedBy]}</p>
    </div>
  );
}
