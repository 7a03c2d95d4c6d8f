import Link from 'next/link';
import { filePath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleLine, visibleName } from '#lib/names/visible-name.ts';
import { Section } from '../ui/section.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import type { RoomFigures } from './contributions-figure.tsx';

interface LatestPicturesProps {
  pictures: RoomFigures['pictures'];
  shortname: string;
  filesPath: string;
}

/** The newest public images of the lab in full rows, each with a link to its file. */
export function LatestPictures({ pictures, shortname, filesPath }: LatestPicturesProps) {
  return (
    <Section title="Latest results" action={<TextLink href={filesPath}>All files</TextLink>}>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-6 sm:grid-cols-3">
        {pictures
          .slice(0, pictures.length < 6 ? 3 : 6)
          .map(({ did, path, description, updatedAt, downloadUrl }) => {
            const name = shortPath(path.split('/').at(-1) ?? path, 40);
            return (
              <li key={did} className="min-w-0">
                <Link href={filePath(shortname, path)} prefetch={false} className="group block text-sm">
                  {/* biome-ignore lint/performance/noImgElement: the storage serves the file as it is */}
                  <img
                    src={downloadUrl ?? undefined}
                    alt=""
                    loading="lazy"
                    referrerPolicy="no-referrer"
                    className="aspect-4/3 w-full border border-line bg-[white] object-contain"
                  />
                  <span
                    className="mt-2 block truncate font-medium group-hover:underline"
                    title={visibleName(path)}
                  >
                    {name}
                  </span>
                  <span className="line-clamp-2 text-ink2">
                    {description
                      ? visibleLine(description)
                      : updatedAt && <Time value={updatedAt} style="date" />}
                  </span>
                </Link>
              </li>
            );
          })}
      </ul>
    </Section>
  );
}
