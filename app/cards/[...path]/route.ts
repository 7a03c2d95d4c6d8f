import { DataRoomFileDocument, LabOverviewDocument } from '@labroom/client/documents';
import { accessOf } from '#components/core/access/access-of.ts';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { labTitle } from '#lib/api/lab-reference.ts';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { loadLab } from '#web/load-lab.ts';
import { queryOutcome } from '#web/query-service.ts';
import { CardStore } from '#web/social-card/card-store.ts';
import { cardText } from '#web/social-card/card-text.ts';
import type { Card } from '#web/social-card/draw-card.ts';

const cards = new CardStore();

/** The social card of a lab, `/cards/<lab>`, or of a file, `/cards/<lab>/<path of the file>`. */
export async function GET(_: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const [segment = '', ...rest] = (await params).path;
  const lab = await loadLab(segment);
  if (!lab.ok) return anyCard();
  if (!lab.data) return notFound();
  const card = rest.length > 0 ? await cardOfFile(lab.data, pathOf(rest)) : await cardOfLab(lab.data);
  if (card === null) return notFound();
  const png = card === 'unavailable' ? null : await cards.get(card);
  if (!png) return anyCard();
  return new Response(png, {
    headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600' },
  });
}

const notFound = () => new Response('Not found.', { status: 404 });

/** The card of the web app, for what cannot be drawn at the moment. */
const anyCard = () =>
  new Response(null, { status: 302, headers: { location: '/social-card.png', 'cache-control': 'no-store' } });

/** Next does not decode the segments of a URL. */
function pathOf(segments: readonly string[]): string {
  try {
    return segments.map(decodeURIComponent).join('/');
  } catch {
    return segments.join('/');
  }
}

const nameOf = (lab: LabIdentity) =>
  cardText(labTitle(lab), cardText(lab.shortname, `Lab #${lab.labNftTokenId}`));

async function cardOfLab(lab: LabIdentity): Promise<Card | 'unavailable'> {
  const outcome = await queryOutcome(LabOverviewDocument, { oclId: lab.oclId });
  if (!outcome.ok) return 'unavailable';
  const files = outcome.data.labWithDataRoomAndFiles?.dataRoom?.filesPage.totalCount ?? 0;
  return {
    oclId: lab.oclId,
    title: nameOf(lab),
    access: null,
    facts: [count(files, 'file'), count(lab.members.length, 'member')],
  };
}

async function cardOfFile(lab: LabIdentity, path: string): Promise<Card | 'unavailable' | null> {
  const outcome = await queryOutcome(DataRoomFileDocument, { oclId: lab.oclId, path });
  if (!outcome.ok) return outcome.failure.code === 'VALIDATION_FAILED' ? null : 'unavailable';
  const file = outcome.data.dataRoomFile;
  if (!file) return null;
  const { kind, text } = accessOf(file.accessLevel, file.publicVersions);
  return {
    oclId: lab.oclId,
    title: cardText(file.name, 'A file'),
    access: { kind, text: cardText(text, 'Encrypted') },
    facts: [...(file.contentLength === null ? [] : [formatBytes(file.contentLength)]), nameOf(lab)],
  };
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;
