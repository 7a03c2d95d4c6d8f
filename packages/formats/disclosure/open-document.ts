import { tagsOf } from '../office/xml-tags.ts';
import type { Disclosure } from './disclosure.ts';
import { authors, type Package, partOf } from './office.ts';
import { countOf } from './texts.ts';
import { valuesOf } from './xmp.ts';

/** What an OpenDocument file (ODT, ODS, ODP) says of its authors, and what it does not show at once. */
export async function openDocumentDisclosures(document: Package): Promise<Disclosure[]> {
  const meta = await partOf(document, 'meta.xml');
  const counts = new Map<string, number>();
  const add = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  /** Styles of tables and slides that are not shown. */
  const hidden = new Set<string>();
  let style = '';
  let inNotes = false;
  let hasNotes = false;
  for (const part of ['styles.xml', 'content.xml'])
    for (const tag of tagsOf(await partOf(document, part))) {
      const { name } = tag;
      if (name === 'style') style = tag.attribute('name') ?? '';
      if (name === 'table-properties' && tag.attribute('display') === 'false') hidden.add(style);
      if (name === 'drawing-page-properties' && tag.attribute('visibility') === 'hidden') hidden.add(style);
      if (name === 'annotation') add('comment');
      if (name === 'changed-region') add('tracked change');
      if (name === 'table' && hidden.has(tag.attribute('style-name') ?? '')) add('hidden sheet');
      if (name === 'page' && hidden.has(tag.attribute('style-name') ?? '')) add('hidden slide');
      if (/^table-(row|column)$/.test(name) && /^(collapse|filter)$/.test(tag.attribute('visibility') ?? ''))
        add(`hidden ${name.slice(6)}`);
      if (name === 'notes') [inNotes, hasNotes] = [true, false];
      if (inNotes && /^(p|span)$/.test(name) && tag.text.trim()) hasNotes = true;
      if (name === '/notes') {
        inNotes = false;
        if (hasNotes) add('slide with speaker notes');
      }
    }
  const all = [...counts].map(([what, count]): Disclosure => {
    const many = what.startsWith('slide with') ? 'slides with speaker notes' : `${what}s`;
    return { kind: 'hidden', reason: `Has ${countOf(count, what, many)}` };
  });
  return [
    ...authors([
      ['Names its author', [...valuesOf(meta, 'meta:initial-creator')]],
      ['Names who saved it last', valuesOf(meta, 'dc:creator')],
      ['Names who printed it', valuesOf(meta, 'meta:printed-by')],
    ]),
    ...all,
  ];
}
