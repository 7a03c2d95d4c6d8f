import { webEnv } from '#web/config/env.ts';

export const dynamic = 'force-dynamic';

/** `/llms.txt` of the service, which describes the API for language models. */
export function GET(): Response {
  const { publicServiceUrl } = webEnv();
  return new Response(null, {
    status: 307,
    headers: { location: `${publicServiceUrl}/llms.txt`, 'cache-control': 'public, max-age=300' },
  });
}
