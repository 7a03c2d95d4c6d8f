/** Characters of the text that an excerpt is made of. */
const read = 1_200;
/** Characters of an excerpt. */
const shown = 300;

/** The beginning of a Markdown text in one line, without its markup. Reads no more than the beginning. */
export function plainExcerpt(markdown: string): string {
  const start = markdown.slice(0, read).toWellFormed();
  return start
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,500}\)/g, '$1')
    .replace(/^[\s>#*-]+/gm, '')
    .replace(/[*_`~]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, shown)
    .toWellFormed();
}
