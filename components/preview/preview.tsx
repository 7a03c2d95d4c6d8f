'use client';
import { nameInGzip, previewOf } from '@labroom/formats/formats';
import { CutNote } from './parts/cut-note.tsx';
import { FullScreen } from './parts/full-screen.tsx';
import { NoPreview } from './parts/no-preview.tsx';
import { WithReading } from './reading/with-reading.tsx';
import { renderers } from './renderers.tsx';
import type { ShownFile as FileOfFormat } from './text-file.tsx';

/**
 * [Note: untrusted files] Whatever its content type, a file is shown as an image, as media, as a PDF without actions, or
 * as data that own parsers read. The browser never parses it as HTML, and it never gets a URL that could become a
 * document of this origin. Binary formats and formats of many records are parsed in a worker with a time limit.
 */
export function Preview(file: UnknownFile) {
  return (
    <FullScreen>
      {previewOf(file.name, file.contentType).format === 'gzip' ? (
        <PackedFile {...file} />
      ) : (
        <ShownFile {...file} />
      )}
    </FullScreen>
  );
}

type UnknownFile = Omit<FileOfFormat, 'opensWith'>;

function ShownFile(file: UnknownFile) {
  const { format, opensWith } = previewOf(file.name, file.contentType);
  const Renderer = format && format !== 'gzip' && renderers[format];
  return Renderer ? <Renderer {...file} opensWith={opensWith} /> : <NoPreview opensWith={opensWith} />;
}

const flaws = {
  'no end mark': 'The mark that ends a file of bgzip is missing. The file may be cut off.',
  followed: 'Bytes that are no gzip follow the compressed content. They are left out.',
};

/** A gzip file, as what it contains. */
function PackedFile({ body, name, view, onView }: UnknownFile) {
  const inner = nameInGzip(name);
  return (
    <WithReading format="gzip" body={body} opensWith={previewOf(name, '').opensWith}>
      {({ content, isCut, flaw }) => (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-ink2">{`Unpacked here: ${inner}`}</p>
          <ShownFile
            body={content}
            firstText={null}
            contentType=""
            name={inner}
            view={view}
            onView={onView}
          />
          {flaw && <CutNote>{flaws[flaw]}</CutNote>}
          {isCut && <CutNote>The first 64 MB are unpacked. Download the file to see all of it.</CutNote>}
        </div>
      )}
    </WithReading>
  );
}
