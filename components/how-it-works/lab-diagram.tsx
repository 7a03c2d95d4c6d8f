import { Diagram, Label } from './diagram.tsx';

const parts = [
  { y: 16, title: 'Account', text: 'holds what the lab owns' },
  { y: 96, title: 'Data room', text: 'files with their versions' },
  { y: 176, title: 'Members', text: 'roles with an end date' },
  { y: 256, title: 'Lab token', text: 'optional, for its holders' },
];

/** The owner's wallet holds the lab, and the lab has four parts. */
export function LabDiagram() {
  return (
    <Diagram
      height={312}
      description="The owner’s wallet holds the lab, which is one token on the chain. Four things belong to the lab: an account that holds what it owns, a data room with files and their versions, members with roles that end on a date, and optionally a token for its holders."
    >
      <path
        className="fill-none stroke-edge"
        d={parts.map(({ y }) => `M140 156H168V${y + 20}H196`).join('')}
      />
      <path className="fill-none stroke-edge" d="M84 84v28" />
      <circle cx="84" cy="64" r="20" className="fill-sheet stroke-ink" />
      <circle cx="84" cy="59" r="5.5" />
      <path d="M73 74a11 9 0 0 1 22 0z" />
      <Label x={84} y={34} anchor="middle">
        Owner’s wallet
      </Label>
      <path className="fill-sheet stroke-ink" strokeWidth="1.5" d="M40 112h88v88H40z" />
      <path className="fill-none stroke-ink" strokeWidth="1.5" d="M40 165h33v35M96 112v33h32" />
      <path className="fill-none stroke-edge" d="M128 156h12" />
      <Label x={84} y={220} anchor="middle">
        The lab
      </Label>
      <Label x={84} y={236} anchor="middle" quiet>
        one token on the chain
      </Label>
      {parts.map(({ y, title, text }) => (
        <g key={title}>
          <path className="fill-tint" d={`M196 ${y}h4v40h-4z`} />
          <Label x={210} y={y + 16}>
            {title}
          </Label>
          <Label x={210} y={y + 33} quiet>
            {text}
          </Label>
        </g>
      ))}
    </Diagram>
  );
}
