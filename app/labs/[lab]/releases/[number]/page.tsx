import { parseManifest } from '@labroom/protocol/release-manifest';
import { Download } from 'lucide-react';
import type { Metadata } from 'next';
import { Person } from '#components/core/people/person.tsx';
import { CiteRelease } from '#components/releases/cite-release.tsx';
import { ReleaseFiles } from '#components/releases/release-files.tsx';
import { Failure } from '#components/site/failure.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { ByteSize } from '#components/ui/byte-size.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { DrawnMarkdown } from '#components/ui/drawn-markdown.tsx';
import { Fingerprint } from '#components/ui/fingerprint.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Section } from '#components/ui/section.tsx';
import { Term } from '#components/ui/term.tsx';
import { TextLink } from '#components/ui/text-link.tsx';
import { Time } from '#components/ui/time.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { pageParam, type SearchParams, withParams } from '#lib/urls/search-params.ts';
import { webEnv } from '#web/config/env.ts';
import { labMetadata } from '#web/lab-metadata.ts';
import { labOfPage } from '#web/load-lab.ts';
import { loadRelease, loadRoom } from '#web/load-releases.ts';

interface ReleasePageProps {
  params: Promise<{ lab: string; number: string }>;
  searchParams: SearchParams;
}

export async function generateMetadata({ params }: ReleasePageProps): Promise<Metadata> {
  const { lab, number } = await params;
  return labMetadata(lab, `Release ${number}`, 'releases', [number]);
}

const filesPerPage = 200;

/** A release: what it is, how to cite and verify it, and its files. */
export default async function ReleasePage({ params, searchParams }: ReleasePageProps) {
  const { lab: segment, number } = await params;
  const query = await searchParams;
  const lab = await labOfPage(segment, 'releases', [number], query);
  if (!lab) return null;
  const [outcome, room] = await Promise.all([loadRelease(lab.oclId, number), loadRoom(lab.oclId)]);
  if (!outcome.ok) return <Failure title="The release could not be loaded." failure={outcome.failure} />;
  if (!room.ok) return <Failure title="The data room could not be loaded." failure={room.failure} />;
  const { release, releaseManifest } = outcome.data;
  if (!release || releaseManifest === null) return null;
  const { files } = parseManifest(releaseManifest);
  const present = new Map(
    (room.data.labWithDataRoomAndFiles?.dataRoom.files ?? []).map((file) => [file.did, file]),
  );
  const path = labPath(lab.shortname, 'releases', [number]);
  const page = pageParam(query.page);
  const name = visibleName(release.name);
  return (
    <div className="flex flex-col gap-12">
      <Section
        title={name}
        action={<TextLink href={labPath(lab.shortname, 'releases')}>All releases</TextLink>}
      >
        {release.descriptionDrawn && <DrawnMarkdown drawn={release.descriptionDrawn} />}
      </Section>
      <div className="grid grid-cols-1 gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Section
          title="Files"
          action={
            <TextLink
              href={withParams(labPath(lab.shortname, 'changes'), { from: `release-${number}`, to: 'now' })}
            >
              What changed since
            </TextLink>
          }
        >
          <ReleaseFiles
            files={files.slice(page * filesPerPage, (page + 1) * filesPerPage)}
            present={present}
            shortname={lab.shortname}
          />
          <Pagination
            page={page}
            totalPages={Math.ceil(files.length / filesPerPage)}
            hrefFor={(other) => withParams(path, { page: other > 0 ? String(other + 1) : undefined })}
          />
        </Section>
        <aside className="flex min-w-0 flex-col gap-12 max-lg:order-first">
          <Section title="About">
            <DefinitionList>
              <Definition term="Release">{release.number}</Definition>
              <Definition term="Made">
                <Time value={release.createdAt} /> by <Person value={release.createdBy} />
              </Definition>
              <Definition term="Files">
                {release.fileCount.toLocaleString('en')}, <ByteSize bytes={release.contentLength} />
              </Definition>
              <div>
                <dt className="text-ink2">
                  <Term name="did">DID</Term>
                </dt>
                <dd>
                  <Fingerprint value={release.did} />
                </dd>
              </div>
              <Definition term="Hash of the manifest">
                <Fingerprint value={release.manifestHash} />
              </Definition>
            </DefinitionList>
          </Section>
          <Section title="Cite">
            <CiteRelease
              cited={{
                labName: labTitle(lab),
                path: `Data room: ${name}`,
                did: release.did,
                version: release.number,
                contentHash: release.manifestHash,
                createdAt: release.createdAt,
                url: `${webEnv().webUrl}${path}`,
              }}
            />
          </Section>
          <Section title="Verify">
            <p className="text-sm text-ink2">
              The manifest names path, version and hash of every file. Its own SHA-256 is the hash above:
              compute it with <code className="font-mono text-xs">sha256sum manifest.json</code>, without this
              service.
            </p>
            <a
              href={`${path}/manifest.json`}
              download
              className={`${buttonClass('secondary', 'sm')} self-start`}
            >
              <Download aria-hidden className="size-4" />
              Manifest (<ByteSize bytes={release.manifestLength} />)
            </a>
          </Section>
        </aside>
      </div>
    </div>
  );
}
