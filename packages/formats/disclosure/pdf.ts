import { getDocumentProxy } from 'unpdf';
import type { Disclosure } from './disclosure.ts';
import { isNobody } from './is-nobody.ts';
import { labelledPersons } from './labelled.ts';
import { authors } from './office.ts';
import { secretsOf } from './secrets.ts';
import { countOf, listed } from './texts.ts';

const MAX_PAGES = 50;
/** Pages and characters that are searched for keys and names. */
const MAX_TEXT_PAGES = 10;
const MAX_TEXT = 200_000;
const MARKUP = new Set([
  'Text',
  'FreeText',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'Ink',
  'Caret',
  'Stamp',
]);

type Pdf = Exclude<Awaited<ReturnType<typeof open>>, string>;

/** Authors of a PDF that its first pages do not show, its comments, and keys in its text. Nothing is drawn, run or fetched. */
export async function pdfDisclosures(file: Blob): Promise<Disclosure[]> {
  // In a worker without `window`, PDF.js would act as its own worker and answer messages that are not for it.
  if ('WorkerGlobalScope' in globalThis) Object.assign(globalThis, { window: globalThis });
  const pdf = await open(file);
  if (typeof pdf === 'string') return [{ kind: 'unread', reason: pdf }];
  try {
    const { info, metadata } = await pdf.getMetadata();
    const named = ['Author' in info ? info.Author : '', metadata?.get('dc:creator')]
      .flat()
      .filter((value) => typeof value === 'string' && value !== '' && !isNobody(value));
    const isShown = named.length > 0 ? await firstPagesShow(pdf) : () => true;
    const found = authors([['Names its author', named.filter((name) => !isShown(name))]]);
    const by = new Set<string>();
    let count = 0;
    let text = '';
    for (let number = 1; number <= Math.min(pdf.numPages, MAX_PAGES); number++) {
      const page = await pdf.getPage(number);
      if (number <= MAX_TEXT_PAGES && text.length < MAX_TEXT) text += await textOf(page);
      for (const annotation of await page.getAnnotations()) {
        if (!MARKUP.has(annotation.subtype)) continue;
        count += 1;
        by.add(String(annotation.titleObj?.str ?? ''));
      }
    }
    const who = listed([...by].filter((name) => !isNobody(name)));
    if (count > 0)
      found.push({ kind: 'hidden', reason: `Has ${countOf(count, 'comment')}${who && ` by ${who}`}` });
    const attached = Object.keys((await pdf.getAttachments()) ?? {});
    if (attached.length > 0)
      found.push({
        kind: 'hidden',
        reason: `Has ${countOf(attached.length, 'attached file')}: ${listed(attached)}`,
      });
    const words = text.slice(0, MAX_TEXT);
    return [...found, ...secretsOf(words), ...labelledPersons(words)];
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function open(file: Blob) {
  try {
    return await getDocumentProxy(new Uint8Array(await file.arrayBuffer()), {
      useSystemFonts: false,
      useWasm: false,
      useWorkerFetch: false,
      verbosity: 0,
    });
  } catch (error) {
    return error instanceof Error && error.name === 'PasswordException'
      ? 'Is protected with a password, so it could not be looked into'
      : 'Is a PDF that could not be read';
  }
}

/** The words of a page, with its line ends. */
async function textOf(page: Awaited<ReturnType<Pdf['getPage']>>): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : '')).join('');
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether the first two pages show a name: then its author signed it in plain view. */
async function firstPagesShow(pdf: Pdf) {
  let text = '';
  for (let number = 1; number <= Math.min(pdf.numPages, 2); number++)
    text += await textOf(await pdf.getPage(number));
  const shown = plain(text);
  return (name: string) => {
    const words = plain(name)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2);
    return words.length > 0 && words.filter((word) => shown.includes(word)).length * 2 > words.length;
  };
}
