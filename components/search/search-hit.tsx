import type { SearchLabsQuery } from '@labroom/client/documents';
import { AnnouncementHit } from './announcement-hit.tsx';
import { FileHit } from './file-hit.tsx';

type Hit = SearchLabsQuery['searchLabs']['nodes'][number];

export function SearchHit({ hit }: { hit: Hit }) {
  return hit.__typename === 'SearchLabsFileHit' ? <FileHit hit={hit} /> : <AnnouncementHit hit={hit} />;
}

export function hitKey(hit: Hit): string {
  return hit.__typename === 'SearchLabsFileHit' ? hit.entry.file.did : hit.announcement.id;
}
