import { Diagram, Label, Textures } from './diagram.tsx';

const visible = [
  'Name, folder, type, size',
  'Tags, description, search text',
  'Who uploaded it, and when',
  'Conditions and hash',
];

/** A file as the service stores it: details in plain text, the content encrypted, the key wrapped. */
export function OperatorDiagram() {
  return (
    <Diagram
      height={300}
      description="An encrypted file as the service stores it. Readable by everyone: name, folder, type and size; tags, description and search text; who uploaded it and when; conditions and hash of the encrypted bytes. Encrypted in the browser of the author: the content. Kept by the service: the key of the file, which it releases to wallets that meet the conditions."
    >
      <Textures name="operator" />
      <path className="fill-sheet stroke-ink" d="M.75 22h206v264H.75z" />
      <Label x={0} y={12}>
        An encrypted file
      </Label>
      {visible.map((text, index) => (
        <Label key={text} x={16} y={50 + index * 22} quiet>
          {text}
        </Label>
      ))}
      <path className="fill-press" d="M12 142h184v132H12z" />
      <path fill="url(#operator-team)" d="M12 142h184v132H12z" />
      <path className="fill-sheet" d="M60 196h88v24H60z" />
      <Label x={104} y={212} anchor="middle">
        Content
      </Label>
      <path className="stroke-ink" d="M216 40v80M216 142v132" />
      <Label x={226} y={76}>
        Everyone reads this,
      </Label>
      <Label x={226} y={92} quiet>
        the operator too
      </Label>
      <Label x={226} y={184}>
        Encrypted in the
      </Label>
      <Label x={226} y={200}>
        author’s browser
      </Label>
      <Label x={226} y={224} quiet>
        The service keeps the
      </Label>
      <Label x={226} y={240} quiet>
        key and releases it to
      </Label>
      <Label x={226} y={256} quiet>
        who meets the rule
      </Label>
    </Diagram>
  );
}
