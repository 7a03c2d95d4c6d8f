'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useId, useMemo, useState } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/select.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../../ui/table.tsx';
import { CutNote } from '../parts/cut-note.tsx';
import { Facts } from '../parts/facts.tsx';
import { shortNumber } from '../parts/short-number.ts';
import { readingPreview } from '../reading/with-reading.tsx';
import { type FcsScale, medianOf, rangeOf, scaleOf } from './density.ts';
import { DensityPlot } from './density-plot.tsx';

type FcsFile = ModelOf<'fcs'>;
type FcsParameter = FcsFile['parameters'][number];

export const FcsPreview = readingPreview('fcs', (file) => <Fcs file={file} />);

const amount = (value: number) => value.toLocaleString('en');
const titleOf = ({ name, label }: FcsParameter) => visibleName(label ? `${name} (${label})` : name);

function Fcs({ file }: { file: FcsFile }) {
  const { version, eventCount, cytometer, date, parameters, stride } = file;
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          ['Format', version],
          ['Events', amount(eventCount)],
          ['Parameters', amount(parameters.length)],
          ['Cytometer', cytometer && visibleName(cytometer)],
          ['Measured', date && visibleName(date)],
        ]}
      />
      {eventCount === 0 ? <EmptyState title="The file has no events" /> : <Scatter parameters={parameters} />}
      {stride > 1 && (
        <CutNote>{`Every ${stride}th event is read. Download the file to see all of them.`}</CutNote>
      )}
      <Parameters parameters={parameters} />
    </div>
  );
}

interface Channel {
  index: number;
  scale: FcsScale;
}

function Scatter({ parameters }: { parameters: readonly FcsParameter[] }) {
  const channelOf = (index: number): Channel => ({ index, scale: scaleOf(parameters[index]?.name ?? '') });
  const [x, setX] = useState(() => channelOf(0));
  const [y, setY] = useState(() => channelOf(parameters.length > 1 ? 1 : 0));
  const [horizontal, vertical] = [parameters[x.index], parameters[y.index]];
  if (!horizontal || !vertical) return null;
  return (
    <figure className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <ChannelChoice
          label="Horizontal"
          channel={x}
          onChange={setX}
          of={channelOf}
          parameters={parameters}
        />
        <ChannelChoice label="Vertical" channel={y} onChange={setY} of={channelOf} parameters={parameters} />
      </div>
      <DensityPlot
        x={{ title: titleOf(horizontal), values: horizontal.values, scale: x.scale }}
        y={{ title: titleOf(vertical), values: vertical.values, scale: y.scale }}
      />
    </figure>
  );
}

interface ChannelChoiceProps {
  label: string;
  channel: Channel;
  onChange: (channel: Channel) => void;
  of: (index: number) => Channel;
  parameters: readonly FcsParameter[];
}

function ChannelChoice({ label, channel, onChange, of, parameters }: ChannelChoiceProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <label htmlFor={id} className="w-20">
        {label}
      </label>
      <Select id={id} value={channel.index} onChange={(event) => onChange(of(Number(event.target.value)))}>
        {parameters.map((parameter, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name
          <option key={index} value={index}>
            {titleOf(parameter)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={`${label} scale`}
        value={channel.scale}
        onChange={({ target }) =>
          onChange({ ...channel, scale: target.value === 'asinh' ? 'asinh' : 'linear' })
        }
      >
        <option value="linear">Linear</option>
        <option value="asinh">Logarithmic (asinh)</option>
      </Select>
    </div>
  );
}

/** The text equivalent of the plot. */
function Parameters({ parameters }: { parameters: readonly FcsParameter[] }) {
  const rows = useMemo(
    () =>
      parameters.map(({ name, label, values }) => {
        const [low, high] = rangeOf(values, 'linear');
        return { name, label, median: medianOf(values), low, high, isEmpty: values.length === 0 };
      }),
    [parameters],
  );
  return (
    <Table caption="Parameters" className="tabular" scroller={{ className: 'max-h-96', tabIndex: 0 }}>
      <TableHead names={['Parameter', 'Measures']}>
        <HeaderCell className="text-right">Median</HeaderCell>
        <HeaderCell className="text-right">Range</HeaderCell>
      </TableHead>
      <tbody>
        {rows.map(({ name, label, median, low, high, isEmpty }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name
          <Row key={index}>
            <Cell>{visibleName(name)}</Cell>
            <Cell>{label && visibleName(label)}</Cell>
            <Cell className="text-right">{median !== null && shortNumber(median)}</Cell>
            <Cell className="text-right whitespace-nowrap">
              {!isEmpty && `${shortNumber(low)} to ${shortNumber(high)}`}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
