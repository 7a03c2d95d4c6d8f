const styles = [
  { name: 'text-4xl', className: 'font-serif text-4xl', text: 'A data room for research' },
  { name: 'text-3xl', className: 'font-serif text-3xl', text: 'Thermostable Lipase Screen' },
  { name: 'text-2xl', className: 'font-serif text-2xl', text: 'Members and access' },
  { name: 'numeral', className: 'numeral', text: '38,116' },
  { name: 'text-xl', className: 'font-serif text-xl', text: 'Newest files' },
  { name: 'text-lg', className: 'font-serif text-lg', text: 'Contributions per week' },
  {
    name: 'text-lede',
    className: 'font-serif text-lede',
    text: 'A lab keeps its files here, each with a hash.',
  },
  {
    name: 'text-prose',
    className: 'font-serif text-prose',
    text: 'Activity is read from the hydrolysis of an ester.',
  },
  { name: 'text-base', className: 'text-base', text: 'Open the data room' },
  { name: 'text-sm', className: 'text-sm', text: 'results/round-3/plate-07.csv' },
  { name: 'text-xs', className: 'text-xs', text: 'Changed' },
  {
    name: 'font-mono text-xs',
    className: 'font-mono text-xs',
    text: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  },
];

export function Typography() {
  return (
    <dl className="flex flex-col divide-y divide-line">
      {styles.map(({ name, className, text }) => (
        <div key={name} className="grid items-baseline gap-x-6 py-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-sm text-ink2">{name}</dt>
          <dd className={className}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
