import { DocumentIndex } from './document-index.ts';
import type { SoughtWord } from './rank-question.ts';
import { tsvector } from './tsvector.fixture.ts';

interface Written {
  id: number;
  stems: Record<string, string>;
  lab?: string;
  tags?: string[];
}

export function add(index: DocumentIndex, { id, stems, lab = 'a', tags = [] }: Written): void {
  index.set({ id, lab, labels: tags, stems: tsvector(stems) });
}

export function indexOf(documents: Written[]): DocumentIndex {
  const index = new DocumentIndex();
  for (const document of documents) add(index, document);
  return index;
}

export const word = (stem: string, labs: string[] = []): SoughtWord => ({
  groups: [{ stems: [stem], share: 1 }],
  count: 1,
  labs,
});

/** The rest of a question about words. */
export const rest = { wholeLabs: [], requirements: [], similar: [], offset: 0, limit: 10 };
