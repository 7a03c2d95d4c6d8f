import { labOfPage } from '#web/load-lab.ts';
import { loadRelease } from '#web/load-releases.ts';

interface RouteContext {
  params: Promise<{ lab: string; number: string }>;
}

/** The manifest of a release, byte for byte. */
export async function GET(_: Request, { params }: RouteContext): Promise<Response> {
  const { lab: segment, number } = await params;
  const lab = await labOfPage(segment, 'releases', [number, 'manifest.json']);
  const outcome = lab && (await loadRelease(lab.oclId, number));
  if (!outcome?.ok)
    return new Response('The service is unavailable. Try again in a moment.\n', { status: 502 });
  return new Response(outcome.data.releaseManifest, {
    headers: {
      'content-type': 'application/json',
      'content-disposition': `attachment; filename="manifest.json"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
