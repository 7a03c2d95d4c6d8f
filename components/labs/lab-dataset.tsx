import type { LabOverviewQuery } from '@labroom/client/documents';
import { plainExcerpt } from '@labroom/markdown/excerpt';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';

interface LabDatasetProps {
  lab: LabIdentity;
  room: NonNullable<LabOverviewQuery['labWithDataRoomAndFiles']>['dataRoom'];
  /** DIDs and other identifiers of the lab. */
  identifiers: readonly string[];
  /** Origin of this site, without a trailing slash. */
  siteUrl: string;
}

/** schema.org `Dataset` of the lab for dataset search engines, with some of its public files. */
export function LabDataset(props: LabDatasetProps) {
  // Escaping `<` is enough: no other character can end the script early.
  return (
    <script type="application/ld+json">{JSON.stringify(datasetOf(props)).replaceAll('<', '\\u003c')}</script>
  );
}

function datasetOf({ lab, room, identifiers, siteUrl }: LabDatasetProps) {
  const title = labTitle(lab);
  const url = siteUrl + labPath(lab.shortname);
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    '@id': url,
    url,
    name: title,
    // Dataset search engines require at least 50 characters.
    description: `${lab.description ? `${plainExcerpt(lab.description)} ` : ''}Data room of the onchain research lab ${title}, ${room.filesPage.totalCount} files.`,
    identifier: [lab.oclId, ...identifiers],
    ...(lab.image ? { image: lab.image } : {}),
    ...(lab.externalUrl ? { sameAs: lab.externalUrl } : {}),
    ...(lab.mintedAt ? { dateCreated: lab.mintedAt } : {}),
    ...(lab.latestContributionAt ? { dateModified: lab.latestContributionAt } : {}),
    creator: { '@type': 'Organization', name: title, url },
    includedInDataCatalog: { '@type': 'DataCatalog', name: 'Labroom', url: siteUrl },
    conditionsOfAccess:
      'Public files are open to everyone. Encrypted files open for wallets that meet their conditions.',
    distribution: room.filesPage.nodes
      .filter(({ accessLevel }) => accessLevel === 'PUBLIC')
      .map(({ path, contentType, contentLength, contentHash, description, updatedAt }) => ({
        '@type': 'DataDownload',
        name: path,
        url: siteUrl + filePath(lab.shortname, path),
        encodingFormat: contentType,
        isAccessibleForFree: true,
        ...(description ? { description } : {}),
        ...(contentLength ? { contentSize: `${contentLength} B` } : {}),
        ...(contentHash ? { sha256: contentHash.replace('sha256:', '') } : {}),
        ...(updatedAt ? { dateModified: updatedAt } : {}),
      })),
  };
}
