import { withSiteLinks } from '#lib/developers/guide.ts';
import { developerText } from '#web/developer-text.ts';

/** `/developers/<page>.md`, and `/developers/<page>` for clients that accept Markdown: the text of the page. */
export async function GET(_request: Request, { params }: { params: Promise<{ page: string[] }> }) {
  const text = await developerText((await params).page.join('/'));
  if (text === null) return new Response('There is no such page.\n', { status: 404 });
  return new Response(withSiteLinks(text, '.md'), {
    headers: {
      'content-type': 'text/markdown; charset=utf-8',
      'cache-control': 'public, max-age=300',
      vary: 'accept',
    },
  });
}
