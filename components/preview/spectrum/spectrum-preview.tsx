'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useId, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { WithReading } from '../reading/with-reading.tsx';
import { AsText } from '../text/as-text.tsx';
import { type Spectrum, SpectrumPlot } from './spectrum-plot.tsx';

export function SpectrumPreview({ body, opensWith }: { body: Blob; opensWith: string }) {
  return (
    <div className="flex flex-col gap-4">
      <WithReading format="spectrum" body={body} opensWith={opensWith}>
        {(file) => <Spectra file={file} />}
      </WithReading>
      <AsText body={body} />
    </div>
  );
}

const amount = (value: number) => value.toLocaleString('en');
const nameOf = ({ title, dataType, page }: Spectrum) =>
  visibleName([page ?? title, dataType].filter(Boolean).join(': ')).slice(0, 80) || 'Spectrum';

function Spectra({ file: { version, facts, spectra, count } }: { file: ModelOf<'spectrum'> }) {
  const [index, setIndex] = useState(0);
  const id = useId();
  const shown = spectra[index];
  if (!shown) return null;
  const { title, dataType, claimed, x } = shown;
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          ['Format', `JCAMP-DX ${visibleName(version)}`.trim()],
          ['Title', visibleName(title) || null],
          ['Type', visibleName(dataType) || null],
          ['Spectra', count > 1 ? amount(count) : null],
          ...facts.map(([term, value]) => [term, visibleName(value)] as const),
        ]}
      />
      {spectra.length > 1 && (
        <span className="flex items-center gap-2 text-sm">
          <label htmlFor={id}>Spectrum</label>
          <Select id={id} value={index} onChange={(event) => setIndex(Number(event.target.value))}>
            {spectra.map((spectrum, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: spectra may have the same name
              <option key={place} value={place}>{`${place + 1}. ${nameOf(spectrum)}`}</option>
            ))}
          </Select>
        </span>
      )}
      {x.length === 0 ? <EmptyState title="The spectrum has no points" /> : <SpectrumPlot spectrum={shown} />}
      {claimed !== null && claimed !== x.length && (
        <CutNote>{`The file says that it has ${amount(claimed)} points; ${amount(x.length)} are read.`}</CutNote>
      )}
      {count > spectra.length && (
        <CutNote>{`The first ${amount(spectra.length)} of ${amount(count)} spectra are read.`}</CutNote>
      )}
    </div>
  );
}
