import { webEnv } from '#web/config/env.ts';
import { loadLab } from '#web/load-lab.ts';
import { loadMintedLab } from '#web/load-minted-lab.ts';
import { collectionMetadata, mintedMetadata, tokenMetadata } from '#web/wallet-metadata.ts';

/**
 * The metadata of a lab, `/metadata/<oclId>`, and of the collection, `/metadata/collection`, for wallets and markets.
 * A lab has them from its mint on, registered or not. Only an id that the chain does not have is not found.
 */
export async function GET(_: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const { id } = await params;
  const { webUrl } = webEnv();
  if (id === 'collection') return json(collectionMetadata(webUrl), 3600);
  if (!/^0x[0-9a-f]{64}$/i.test(id)) return failure(404, 'Not found.');
  const lab = await loadLab(id);
  if (!lab.ok) return unavailable();
  if (lab.data) return json(tokenMetadata(lab.data, webUrl), 300);
  const minted = await loadMintedLab(id);
  if (!minted.ok) return unavailable();
  return minted.data ? json(mintedMetadata(minted.data, webUrl), 60) : failure(404, 'Not found.');
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

const unavailable = () => failure(503, 'The service or the chain is unavailable. Try again in a moment.');

const failure = (status: 404 | 503, text: string) =>
  new Response(`${text}\n`, {
    status,
    headers: {
      ...anyOrigin,
      'cache-control': 'no-store',
      ...(status === 503 && { 'retry-after': '10' }),
    },
  });
