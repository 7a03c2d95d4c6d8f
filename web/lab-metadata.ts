import 'server-only';
import type { Metadata } from 'next';
import { type LabSection, labPath } from '#lib/api/lab-reference.ts';
import { loadLab } from './load-lab.ts';

/** The title of a page of a lab, and the one address by which it should be known: that of the lab's present name. */
export async function labMetadata(
  segment: string,
  title: string | undefined,
  section: LabSection,
  rest: readonly string[] = [],
): Promise<Metadata> {
  const outcome = await loadLab(segment);
  const lab = outcome.ok ? outcome.data : null;
  return {
    ...(title === undefined ? {} : { title }),
    ...(lab ? { alternates: { canonical: labPath(lab.shortname, section, rest) } } : {}),
  };
}
