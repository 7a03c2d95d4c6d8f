import 'server-only';
import type { Metadata } from 'next';
import { type LabSection, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { atomLink, atomPaths } from '#lib/feeds/atom-paths.ts';
import { loadLab } from './load-lab.ts';

/** Title and canonical URL of a lab's page. The canonical URL uses the lab's current shortname. */
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
    ...(lab
      ? {
          alternates: {
            canonical: labPath(lab.shortname, section, rest),
            types: atomLink(atomPaths.lab(lab.shortname), `Activity of ${labTitle(lab)}`),
          },
        }
      : {}),
  };
}
