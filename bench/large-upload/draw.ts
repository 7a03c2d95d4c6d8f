import { type MemorySample, type PartSpan, type Role, roles } from './watch.ts';

export interface Journey {
  bytes: number;
  memory: readonly MemorySample[];
  rest: Record<Role, number>;
  parts: readonly PartSpan[];
  /** Milliseconds since 1970: when the file was chosen, when the page was reloaded, and when the page said that it was uploaded. */
  begun: number;
  reloaded: number;
  ended: number;
}

const MB = 1_000_000;
const [LEFT, RIGHT, WIDTH, HEIGHT] = [56, 16, 720, 130];
const [ABOVE, BELOW] = [34, 40];
const PANEL = ABOVE + HEIGHT + BELOW;
/** Parts that are shown one by one. */
const SHOWN = 10;

/** Three pictures, one under the other: memory, all parts, and some of them. Colours follow the reader's scheme. */
export function draw(journey: Journey): string {
  const { bytes, rest, memory } = journey;
  const above = (role: Role) => Math.max(...memory.map((sample) => sample[role] - rest[role]));
  const size = bytes < 1_000 * MB ? `${bytes / MB} MB` : `${bytes / MB / 1_000} GB`;
  const told = roles.map((role) => `${role} ${mb(above(role))} MB`).join(', ');
  const panels = [memoryPanel(journey), partsPanel(journey), someParts(journey)];
  const seconds = Math.round((journey.ended - journey.begun) / 1_000);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + RIGHT} ${PANEL * panels.length}" role="img" aria-labelledby="title desc" font-family="system-ui, sans-serif" font-size="12">
<title id="title">An encrypted upload of ${size} in Chromium, reloaded in the middle</title>
<desc id="desc">Memory at its peak above that at rest: ${told}. The upload took ${seconds} seconds. Parts are encrypted while others are sent; after the reload all are made again, and only those that were missing are sent.</desc>
<style>
svg { background: #fff; color: #1f2328; --a: #0b5cad; --b: #b3440e; --c: #6b6f76; --line: #d0d7de }
@media (prefers-color-scheme: dark) { svg { background: #0d1117; color: #e6edf3; --a: #6cb6ff; --b: #ffa657; --c: #9aa4af; --line: #30363d } }
text { fill: currentColor } .end { text-anchor: end } .middle { text-anchor: middle } .head { font-weight: 600 }
path { fill: none; stroke-width: 1.5 } .grid { stroke: var(--line); stroke-width: 1 }
.a { stroke: var(--a) } .b { stroke: var(--b); stroke-dasharray: 6 3 } .c { stroke: var(--c); stroke-dasharray: 2 3 }
.made { stroke: var(--a); stroke-width: 4 } .sent { stroke: var(--b); stroke-width: 4 }
</style>
${panels.map((panel, index) => `<g transform="translate(${LEFT} ${index * PANEL + ABOVE})">${panel}</g>`).join('\n')}
</svg>
`;
}

function memoryPanel({ memory, begun, ended, reloaded }: Journey): string {
  const most = 50 * Math.ceil(Math.max(...memory.flatMap((one) => roles.map((role) => one[role]))) / MB / 50);
  const across = scale(begun, ended, WIDTH);
  const up = scale(most, 0, HEIGHT);
  const lines = roles.map((role, index) => {
    const points = peaks(memory, across, role).map(([x, value]) => `${x} ${up(value / MB)}`);
    return `<path class="${'abc'[index]}" d="M${points.join('L')}"/>`;
  });
  return [
    heading('Memory, MB', roles),
    grid([0, most / 2, most].map((value) => [up(value), `${value}`])),
    seconds(across, begun, ended),
    reload(across(reloaded)),
    ...lines,
  ].join('');
}

function partsPanel({ parts, begun, ended, reloaded }: Journey): string {
  const count = Math.max(...parts.map(({ number }) => number));
  const [across, up] = [scale(begun, ended, WIDTH), scale(count, 0, HEIGHT)];
  const line = (does: PartSpan['does'], from: number, to: number) => {
    let highest = 0;
    const points = parts
      .filter((part) => part.does === does && part.ended >= from && part.ended < to)
      .map((part) => {
        highest = Math.max(highest, part.number);
        return `${across(part.ended)} ${up(highest)}`;
      });
    return points.length > 0 ? `<path class="${does === 'made' ? 'a' : 'b'}" d="M${points.join('L')}"/>` : '';
  };
  return [
    heading('Newest part', ['encrypted', 'sent']),
    grid([0, count].map((value) => [up(value), `${value}`])),
    seconds(across, begun, ended),
    reload(across(reloaded)),
    ...[
      [0, reloaded],
      [reloaded, Number.POSITIVE_INFINITY],
    ].flatMap(([from = 0, to = 0]) => [line('made', from, to), line('sent', from, to)]),
  ].join('');
}

/** The parts of a short time: the upper bar of each is its encryption, the lower one its request. */
function someParts({ parts, reloaded }: Journey): string {
  const before = parts.filter(({ ended }) => ended < reloaded);
  const first = Math.max(1, Math.max(...before.map(({ number }) => number)) - SHOWN - 4);
  const some = before.filter(({ number }) => number >= first && number < first + SHOWN);
  const [begun, ended] = [
    Math.min(...some.map((part) => part.begun)),
    Math.max(...some.map((part) => part.ended)),
  ];
  const across = scale(begun, ended, WIDTH);
  const row = HEIGHT / SHOWN;
  const bars = some.map(({ number, does, ...part }) => {
    const y = round((number - first) * row + (does === 'made' ? row / 3 - 1 : row / 3 + 4));
    return `<path class="${does}" d="M${across(part.begun)} ${y}H${Math.max(across(part.ended), across(part.begun) + 1)}"/>`;
  });
  return [
    heading(`Parts ${first} to ${first + SHOWN - 1}, one by one`, ['encrypted', 'sent']),
    grid(Array.from({ length: SHOWN }, (_, n) => [round((n + 0.5) * row), `${first + n}`])),
    seconds(across, begun, ended),
    ...bars,
  ].join('');
}

/** The title of a panel, and what its lines are. */
function heading(title: string, names: readonly string[]): string {
  const keys = names.map((name, index) => {
    const x = WIDTH - (names.length - index) * 150;
    return `<path class="${'abc'[index]}" d="M${x} -16h22"/><text x="${x + 28}" y="-12">${name}</text>`;
  });
  return `<text class="head" x="0" y="-12">${title}</text>${keys.join('')}`;
}

function grid(lines: readonly (readonly [y: number, label: string])[]): string {
  return lines
    .map(
      ([y, label]) =>
        `<path class="grid" d="M0 ${y}H${WIDTH}"/><text class="end" x="-6" y="${y + 4}">${label}</text>`,
    )
    .join('');
}

function seconds(across: (at: number) => number, begun: number, ended: number): string {
  const whole = (ended - begun) / 1_000;
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200].find((one) => whole / one <= 8) ?? 500;
  const at = Array.from({ length: Math.floor(whole / step) + 1 }, (_, n) => Number((n * step).toFixed(1)));
  return at
    .map(
      (second) =>
        `<text class="middle" x="${across(begun + second * 1_000)}" y="${HEIGHT + 18}">${second} s</text>`,
    )
    .join('');
}

const reload = (x: number) =>
  `<path class="grid" d="M${x} 0V${HEIGHT}"/><text x="${x + 4}" y="12">reloaded</text>`;

/** The most of every two pixels. */
function peaks(
  memory: readonly MemorySample[],
  across: (at: number) => number,
  role: Role,
): [number, number][] {
  const columns = Map.groupBy(memory, ({ at }) => 2 * Math.round(across(at) / 2));
  return [...columns].map(([x, samples]) => [x, Math.max(...samples.map((sample) => sample[role]))]);
}

const scale = (from: number, to: number, length: number) => (value: number) =>
  round(Math.min(length, Math.max(0, ((value - from) / (to - from)) * length)));
const round = (value: number) => Math.round(value);
const mb = (bytes: number) => Math.round(bytes / MB);
