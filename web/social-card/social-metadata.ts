import 'server-only';
import type { Metadata } from 'next';
import type { LabIdentity } from '#lib/labs/lab-identity.ts';
import { cardUrl } from '#lib/marks/picture-urls.ts';
import { cardSize } from './card-size.ts';

interface SocialMetadataInput {
  lab: LabIdentity;
  title: string;
  description: string;
  /** Path of a file of the lab, if the page is about one. */
  file?: string;
}

/** What social networks show for a link to a lab or a file. */
export function socialMetadata({ lab, title, description, file }: SocialMetadataInput): Metadata {
  const image = { url: cardUrl(lab.shortname, file), ...cardSize, alt: title, type: 'image/png' };
  return {
    openGraph: { title, description, siteName: 'Labroom', type: 'article', images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  };
}
