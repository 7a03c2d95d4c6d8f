import { getDocumentProxy } from 'unpdf';

const MAX_PAGES = 1_000;

/** The text of a PDF page by page, until it has `maxText` characters. Nothing is drawn, run or fetched. */
export async function readPdf(body: Blob, maxText: number): Promise<string> {
  // In a worker without `window`, PDF.js would act as its own worker and answer messages that are not for it.
  if ('WorkerGlobalScope' in globalThis) Object.assign(globalThis, { window: globalThis });
  const pdf = await getDocumentProxy(new Uint8Array(await body.arrayBuffer()), {
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: 0,
  });
  let text = '';
  for (let page = 1; page <= Math.min(pdf.numPages, MAX_PAGES) && text.length < maxText; page++) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    text += '\n\n';
  }
  return text;
}
