import { RoomColumnsDocument } from '@labroom/client/documents';
import { parseLabSegment } from '#lib/api/lab-segment.ts';
import { packLists } from '#lib/download/packed-lists.ts';
import { readerOutcome } from '#web/reader-outcome.ts';

/**
 * What the page of a data room knows of all its files, as `packLists` writes it. As a document of its own it is sent once for all visitors, where it would make each
 * page of a large room as large as the room.
 */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ lab: string }> },
): Promise<Response> {
  const reference = parseLabSegment((await params).lab);
  if (!reference || !('oclId' in reference)) return new Response(null, { status: 404 });
  const outcome = await readerOutcome(RoomColumnsDocument, reference);
  if (!outcome.ok) return new Response(null, { status: 503 });
  const columns = outcome.data.labWithDataRoomAndFiles?.dataRoom.fileColumns;
  if (!columns) return new Response(null, { status: 404 });
  return new Response(packLists(columns), {
    headers: { 'content-type': 'application/json', 'cache-control': 'private, no-cache' },
  });
}
