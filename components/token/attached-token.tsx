import { Section } from '../ui/section.tsx';

/** What a lab decides about a token that existed before, and what it does not. */
export function AttachedToken() {
  return (
    <Section title="An attached token">
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 sm:grid-cols-2">
        <div>
          <h3 className="text-lg">The lab decides</h3>
          <ul className="mt-2 flex max-w-prose list-disc flex-col gap-1 pl-5">
            <li>which of its files holders may open, and from which balance;</li>
            <li>when it stops sharing a file.</li>
          </ul>
        </div>
        <div>
          <h3 className="text-lg">Attaching gives the lab no say in</h3>
          <ul className="mt-2 flex max-w-prose list-disc flex-col gap-1 pl-5">
            <li>how many tokens exist: the tokenizer can neither issue nor cap them;</li>
            <li>who may transfer, freeze or burn them, or change the token’s code;</li>
            <li>what the token says about its name, symbol and balances.</li>
          </ul>
        </div>
      </div>
      <p className="max-w-prose text-sm text-ink2">
        The rules of the token’s own contract apply. When it was attached, the tokenizer checked that it is a
        contract with a supply and at most 18 decimals, to which no other lab has a proved right. Every lab
        may claim a token: “Contract and agreement” below says whether this one has proved its right. When a
        file is opened, the service asks this contract for the reader’s balance. Holders and transfers of an
        attached token are not listed here, because its contract may log anything: look them up in a block
        explorer.
      </p>
    </Section>
  );
}
