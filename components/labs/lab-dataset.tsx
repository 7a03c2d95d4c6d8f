import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import type { LabOverviewQuery } from '#packages/client/documents.generated.ts';
import { plainText } from './plain-text.ts';

interface LabDatasetProps {
  lab: LabIdentity;
  room: NonNullable<LabOverviewQuery['labWithDataRoomAndFiles']>['dataRoom'];
  /** DIDs and whatever else names the lab. */
  identifiers: readonly string[];
  /** Of this site, without a slash at its end. */
  siteUrl: string;
}

/** The lab as search engines for data sets read it: a schema.org `Dataset`, with some of its public files. */
export function LabDataset(props: LabDatasetProps) {
  // The only character that could end the script early stands escaped in it.
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
    // Those search engines want fifty characters at least.
    description: `${lab.description ? `${plainText(lab.description)} ` : ''}Data room of the onchain research lab ${title}, ${room.filesPage.totalCount} files.`,
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
