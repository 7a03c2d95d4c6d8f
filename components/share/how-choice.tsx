interface HowChoiceProps {
  isLink: boolean;
  onChange: (isLink: boolean) => void;
}

const ways = [
  { isLink: false, name: 'A person' },
  { isLink: true, name: 'A link' },
];

/** Whether a person is named, or a link is made for somebody whose wallet is not known. */
export function HowChoice({ isLink, onChange }: HowChoiceProps) {
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend className="sr-only">How to share</legend>
      {ways.map((way) => (
        <label key={way.name} className="flex min-h-8 items-center gap-2 touch:min-h-10">
          <input
            type="radio"
            name="how"
            checked={way.isLink === isLink}
            onChange={() => onChange(way.isLink)}
            className="size-4 shrink-0 accent-acc"
          />
          {way.name}
        </label>
      ))}
    </fieldset>
  );
}
