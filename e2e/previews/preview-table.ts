import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import { previewOf } from '#packages/formats/formats.ts';
import type { PreviewCase } from './preview-case.ts';

const file = path.resolve(import.meta.dirname, '../../docs/previews.md');

const introduction = `# Previews

How the web app shows the files of a data room. The format follows from the extension, then from the content type
(\`packages/formats/formats.ts\`). A preview is loaded when a file is opened: its code comes from the web app's own
origin, and nothing in a file is executed or fetched. Larger files than the limit are not fetched; the page says so and
names programs that open them. Formats of bytes or of many records are read in a worker, which ends after 15 seconds.

"Loaded" is what opening the file transfers in addition to the data room's page and its panel: scripts, WebAssembly,
styles and fonts, compressed.

While the panel of a file has the focus, J opens the next file of the list and K the previous one, also on the full
screen.

This table is written by \`PREVIEW_TABLE=1 TEST_DEPTH=full npx playwright test --no-deps e2e/previews.spec.ts\`.
`;

/** Writes `docs/previews.md`. `loaded`: kB by name of the case. */
export async function writePreviewTable(
  cases: readonly PreviewCase[],
  loaded: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = cases.map(({ name, format, notes }) => {
    const { maxBytes } = previewOf(name, contentTypeOf({ name, type: '' }));
    const size = `${(loaded.get(name) ?? 0).toFixed(0)} kB`;
    return `| ${[format, notes.library, formatBytes(maxBytes), size, notes.notShown].join(' | ')} |`;
  });
  const head = ['| format | library | limit | loaded | not shown |', '|---|---|---|---|---|'];
  await writeFile(file, `${[introduction, ...head, ...rows].join('\n')}\n`);
}
