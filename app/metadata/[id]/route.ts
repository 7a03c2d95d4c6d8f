import { webEnv } from '#web/config/env.ts';
import { loadLab } from '#web/load-lab.ts';
import { collectionMetadata, tokenMetadata } from '#web/wallet-metadata.ts';

/**
 * The metadata of a lab, `/metadata/<oclId>`, and of the collection, `/metadata/collection`, for wallets and markets.
 * Needs nothing of the LabNFT but the id, so it answers for any collection that the service knows.
 */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const { webUrl } = webEnv();
  if (id === 'collection') return json(collectionMetadata(webUrl), 3600);
  if (!/^0x[0-9a-f]{64}$/i.test(id)) return failure(404, 'Not found.');
  const lab = await loadLab(id);
  if (!lab.ok) return failure(503, 'The service is unavailable. Try again in a moment.');
  return lab.data ? json(tokenMetadata(lab.data, webUrl), 300) : failure(404, 'Not found.');
}

/** Wallets in browsers read it from any page. Nothing here depends on who asks. */
const anyOrigin = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };

const json = (metadata: object, seconds: number) =>
  Response.json(metadata, {
    headers: {
      ...anyOrigin,
      'cache-control': `public, max-age=${seconds}, stale-while-revalidate=86400`,
    },
  });

const failure = (status: 404 | 503, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: {
      ...anyOrigin,
      'cache-control': 'no-store',
      ...(status === 503 && { 'retry-after': '10' }),
    },
  });
