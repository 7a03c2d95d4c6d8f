import { weeksUpTo } from '@labroom/protocol/week';
import { Columns } from '../ui/figures/columns.tsx';
import { Figure } from '../ui/figures/figure.tsx';
import { Legend } from '../ui/figures/legend.tsx';
import { Ruler } from '../ui/figures/ruler.tsx';
import { dateLabel, timeTicks } from '../ui/figures/scales.ts';
import { ShareStrip } from '../ui/figures/share-strip.tsx';
import { Sparkline } from '../ui/figures/sparkline.tsx';
import { StepLine } from '../ui/figures/step-line.tsx';
import { Treemap } from '../ui/figures/treemap.tsx';

const from = new Date('2025-11-24');
const to = new Date('2026-11-23');
const weeks = weeksUpTo(to.getTime() - 1, 52).map((time, week) => {
  const start = new Date(time).toISOString().slice(0, 10);
  return { start, values: [(week * 7) % 11, (week * 5) % 4] };
});
const series = [
  { name: 'Public', fill: 'bar' },
  { name: 'Encrypted', fill: 'solid' },
] as const;
const holders = [
  { name: 'Treasury', value: 50, shown: '50 %', fill: 'solid' },
  { name: 'Holders', value: 35, shown: '35 %', fill: 'holders' },
  { name: 'Others', value: 15, shown: '15 %', fill: 'tint' },
] as const;
const steps = [
  { at: Date.parse('2026-01-10'), value: 1000, title: '1,000 on 10 Jan' },
  { at: Date.parse('2026-06-01'), value: 2500, title: '2,500 on 1 Jun' },
];
const tables = ['public', 'team', 'holders'].map((access, index) => ({
  name: access,
  title: `csv, ${access}: ${5 - index} MB`,
  size: 5 - index,
  fill: access === 'public' ? ('tint' as const) : (access as 'team' | 'holders'),
}));

/** Every kind of chart, with invented values. */
export function Figures() {
  const times = timeTicks(from, to);
  return (
    <div className="lab-hue grid gap-10 lg:grid-cols-2" style={{ '--h': 255 } as React.CSSProperties}>
      <Figure
        number={1}
        title="Columns"
        unit="files per week"
        sentence="The newest week is at the right."
        legend={<Legend items={series} />}
        table={{
          columns: ['Week', 'Public', 'Encrypted'],
          rows: weeks.map(({ start, values }) => [start, ...values]),
        }}
        className="lg:col-span-2"
      >
        <Columns
          columns={weeks.map(({ start, values }) => ({ title: `${start}: ${values.join(' and ')}`, values }))}
          fills={series.map(({ fill }) => fill)}
          times={times}
        />
      </Figure>
      <Figure
        number={2}
        title="Steps"
        unit="tokens"
        sentence="Each step is an issue of tokens; the dashed line is the cap."
        table={{
          columns: ['Time', 'Supply'],
          rows: steps.map(({ at, value }) => [dateLabel(new Date(at)), value]),
        }}
      >
        <StepLine
          points={steps}
          from={from.getTime()}
          to={to.getTime()}
          times={times}
          limit={{ value: 3000, label: 'cap 3,000' }}
        />
      </Figure>
      <Figure
        number={3}
        title="Shares"
        unit="of all tokens"
        sentence="The treasury has half of them."
        table={{ columns: ['Who', 'Share'], rows: holders.map(({ name, shown }) => [name, shown]) }}
      >
        <ShareStrip parts={holders} />
      </Figure>
      <Figure
        number={4}
        title="Areas"
        unit="bytes"
        sentence="An area for each type, in the texture of its access."
        table={{ columns: ['Type', 'Size'], rows: tables.map(({ title, size }) => [title, size]) }}
      >
        <Treemap
          groups={[
            { name: 'Tables', shown: '12 MB', items: tables },
            { name: 'Images', shown: '5 MB', items: tables.slice(0, 1) },
          ]}
        />
      </Figure>
      <Figure
        number={5}
        title="Ruler"
        unit="tokens"
        sentence="The needle is where one stands, the tinted range is where it opens."
        table={{ columns: ['', 'Tokens'], rows: [['You hold', 40]] }}
      >
        <Ruler
          ticks={[0, 50, 100, 150, 200].map((value) => ({ at: value / 200, label: String(value) }))}
          needle={{ at: 0.2, label: '40' }}
          opens={{ from: 0.5, to: 1 }}
        />
        <Sparkline
          values={weeks.map(({ values }) => values[0] ?? 0)}
          first="0 in Nov 2025"
          last="5 this week"
        />
      </Figure>
    </div>
  );
}
