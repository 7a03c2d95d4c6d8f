import { face } from '@labroom/marks/face';
import { fingerprint } from '@labroom/marks/fingerprint';
import { labMark } from '@labroom/marks/lab-mark';
import { type Picture, parsePicture } from '#lib/marks/picture-urls.ts';
import { Recent } from '#web/recent.ts';

/** Pictures of at most 40 kB. */
const recent = new Recent<string>(200);

/**
 * Draws a picture from the id in its URL, so that pages need no code for it. It reads nothing, and draws for ids of no
 * lab too: a drawing takes milliseconds, less than a page.
 */
export async function GET(_: Request, { params }: { params: Promise<{ path: string[] }> }) {
  const { path } = await params;
  const picture = parsePicture(path);
  if (!picture) return new Response('Not found.', { status: 404 });
  const key = path.join('/');
  const svg = recent.get(key) ?? draw(picture);
  recent.set(key, svg);
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}

function draw(picture: Picture): string {
  if (picture.kind === 'lab') return labMark(picture.oclId, picture.format);
  if (picture.kind === 'face') return face(picture.address, picture.face);
  return fingerprint(picture.digits);
}
