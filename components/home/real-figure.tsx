import { labHue } from '@labroom/marks/traits';
import Link from 'next/link';
import type { CSSProperties, ReactNode } from 'react';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import type { ClosedFile, Figure } from '#lib/showcase/figure.ts';
import { AccessSymbol } from '../core/access/access-symbol.tsx';
import { PersonName } from '../core/people/person-name.tsx';
import { formatBytes } from '../ui/byte-size.tsx';
import { Fingerprint } from '../ui/fingerprint.tsx';
import { Time } from '../ui/time.tsx';
import { CheckFigure } from './check-figure.tsx';

/** Two files of a lab: one that everyone opens, with its author and hash to check, and one that opens by reader. */
export function RealFigure({ lab, picture, closed }: Figure) {
  const { path, version, contentHash, updatedAt, changeBy, downloadUrl } = picture;
  if (!contentHash || !downloadUrl) return null;
  return (
    <div className="room lab-hue flex flex-col gap-6" style={{ '--h': labHue(lab.oclId) } as CSSProperties}>
      <p className="max-w-prose text-ink2">
        Two files of{' '}
        <Link
          href={labPath(lab.shortname)}
          prefetch={false}
          className="text-ink underline underline-offset-3"
        >
          <bdi>{labTitle(lab)}</bdi>
        </Link>
        , as they are now.
      </p>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <figure className="flex min-w-0 flex-col gap-3">
          <Heading access="public">Open to everyone</Heading>
          {/* biome-ignore lint/performance/noImgElement: the storage serves the file as it is */}
          <img
            src={downloadUrl}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            className="aspect-4/3 w-full border border-line bg-[white] object-contain"
          />
          <figcaption className="flex flex-col gap-1 text-sm">
            <FileLink shortname={lab.shortname} path={path} />
            <span className="flex flex-wrap items-center gap-x-3 text-ink2">
              <span className="tabular">Version {version}</span>
              {changeBy && <PersonName value={changeBy} />}
              {updatedAt && <Time value={updatedAt} style="date" />}
            </span>
            <span className="flex flex-wrap items-center gap-x-2 text-ink2">
              SHA-256 <Fingerprint value={contentHash} />
            </span>
          </figcaption>
        </figure>
        {closed && <Closed lab={lab} closed={closed} />}
      </div>
      <CheckFigure
        oclId={lab.oclId}
        picture={{ path, version, contentHash }}
        closed={
          closed && {
            name: nameOf(closed.path),
            conditions: closed.conditions,
            member: closed.member.walletAddress,
          }
        }
      />
    </div>
  );
}

const readers = [
  { value: 'anyone', name: 'Anyone' },
  { value: 'team', name: 'A member' },
] as const;

function Closed({ lab, closed }: { lab: Figure['lab']; closed: ClosedFile }) {
  const { path, contentLength, words, member, answers } = closed;
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <Heading access="team">Closed, and open by reader</Heading>
        <fieldset className="-my-1.5 flex gap-x-4">
          <legend className="sr-only">Who reads the file</legend>
          {readers.map(({ value, name }) => (
            <label
              key={value}
              className="relative border-b-2 border-unseen py-1.5 text-sm text-ink2 hover:text-ink has-checked:border-acc has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc touch:py-2.5"
            >
              <input
                type="radio"
                name="file-reader"
                value={value}
                defaultChecked={value === 'anyone'}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              {name}
            </label>
          ))}
        </fieldset>
      </div>
      <div
        data-access="ADMIN"
        className="flex aspect-4/3 flex-col items-start justify-center border border-line p-6 sm:p-10"
      >
        <div className="flex max-w-full flex-col gap-2 bg-sheet p-5">
          {readers.map(({ value }) => (
            <div key={value} data-reader={value} className="min-w-0">
              <Reading reader={value} member={member} answers={answers} call={words[0]?.call} />
            </div>
          ))}
        </div>
      </div>
      <figcaption className="flex flex-col gap-1 text-sm">
        <FileLink shortname={lab.shortname} path={path} />
        <span className="text-ink2">
          {contentLength && `${formatBytes(contentLength)}, `}encrypted before it was uploaded
        </span>
        <span className="text-ink2">
          Opens for:{' '}
          {words.map(({ operator, sentence }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            <span key={at}>
              {operator && ` ${operator} `}
              <bdi className="text-ink">{sentence}</bdi>
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  );
}

interface ReadingProps extends Pick<ClosedFile, 'member' | 'answers'> {
  reader: (typeof readers)[number]['value'];
  /** The call of the condition. */
  call: string | undefined;
}

/** What the chain says of a reader, in words. */
function Reading({ reader, member, answers, call }: ReadingProps) {
  const answer = answers && (reader === 'anyone' ? answers.anyone : answers.member);
  const title = { yes: 'Opens', no: 'Stays closed', unknown: 'Not known' }[answer ?? 'unknown'];
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <p className="font-serif text-xl">{title}</p>
      <p className="flex min-w-0 flex-wrap gap-x-1">
        for{' '}
        {reader === 'anyone' ? (
          'a wallet without a role'
        ) : (
          <>
            <PersonName value={member.walletAddress} />, {member.role.toLowerCase()}
          </>
        )}
      </p>
      {answers && answer !== 'unknown' ? (
        <p className="tabular text-ink2">
          By the chain at block {Number(answers.block).toLocaleString('en')}
          {answer === 'yes' ? ', where this holds:' : ', where this does not hold:'}
          {call && <span className="block font-mono text-xs break-all">{call}</span>}
        </p>
      ) : (
        <p className="text-ink2">The chain could not be asked. Then the file stays closed for everyone.</p>
      )}
    </div>
  );
}

function Heading({ access, children }: { access: 'public' | 'team'; children: ReactNode }) {
  return (
    <h3 className="flex min-h-9 items-center gap-2 text-lg">
      <AccessSymbol kind={access} /> {children}
    </h3>
  );
}

function FileLink({ shortname, path }: { shortname: string; path: string }) {
  return (
    <Link
      href={filePath(shortname, path)}
      prefetch={false}
      className="w-fit max-w-full truncate font-medium underline-offset-3 hover:underline"
    >
      <bdi>{nameOf(path)}</bdi>
    </Link>
  );
}

const nameOf = (path: string) => shortPath(path.split('/').at(-1) ?? path, 60);
