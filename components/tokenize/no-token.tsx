import type { LabOfToken } from './lab-of-token.ts';

/** What a token would be, on the page of a lab without one. */
export function NoToken({ lab }: { lab: LabOfToken }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-lg">{lab.name} has no token</h2>
      <div className="flex max-w-prose flex-col gap-2">
        <p>
          A lab can have one ERC-20 token, for ever. Its holders are members of the lab under a written
          agreement, and the lab may share files with them. Whoever holds the lab accepts that agreement with
          a signature that everybody can check.
        </p>
        <p className="text-sm text-muted">
          What cannot be undone: the token, its symbol and its agreement stay with the lab also when the lab
          changes hands. What it costs: gas. Nothing is taken into custody.
        </p>
      </div>
    </section>
  );
}
