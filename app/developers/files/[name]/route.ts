import { exampleFiles } from '#lib/developers/guide.generated.ts';

/** `/developers/files/<name>`: a file of the examples. */
export async function GET(_request: Request, { params }: { params: Promise<{ name: string }> }) {
  const { name } = await params;
  const file = Object.hasOwn(exampleFiles, name) ? exampleFiles[name] : undefined;
  if (file === undefined) return new Response('There is no such file.\n', { status: 404 });
  return new Response(file, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
}
