import { Diagram, Label, Textures } from './diagram.tsx';

const files = [
  { name: 'Everyone', opens: 3, texture: '' },
  { name: 'Holders', opens: 2, texture: 'url(#access-holders)' },
  { name: 'Team', opens: 1, texture: 'url(#access-team)' },
];
const readers = ['Anyone', 'Holder', 'Team'];

const column = (position: number) => 84 + position * 94;
const row = (position: number) => 40 + position * 80;

/** Which reader opens which file: an open area with lines of text, or a closed one with the texture of its access. */
export function AccessDiagram() {
  return (
    <Diagram
      height={284}
      description="Three kinds of files and three readers. A public file opens for anyone. A file for holders opens for holders of enough of the lab’s token, and for the team. A file for the team opens for the team only."
    >
      <Textures name="access" />
      {readers.map((reader, position) => (
        <Label key={reader} x={column(position)} y={26}>
          {reader}
        </Label>
      ))}
      {files.map(({ name, opens, texture }, line) => (
        <g key={name}>
          <Label x={0} y={row(line) + 38}>
            {name}
          </Label>
          {readers.map((reader, position) => {
            const isOpen = position >= readers.length - opens;
            const at = `M${column(position)} ${row(line)}h86v68h-86z`;
            return isOpen ? (
              <g key={reader}>
                <path className="fill-tint" d={at} />
                <path
                  className="fill-none stroke-bar"
                  strokeWidth="3"
                  d={[14, 26, 38, 50]
                    .map(
                      (y, index) => `M${column(position) + 12} ${row(line) + y + 2}h${index === 3 ? 30 : 62}`,
                    )
                    .join('')}
                />
              </g>
            ) : (
              <g key={reader}>
                <path className="fill-press" d={at} />
                <path fill={texture} d={at} />
              </g>
            );
          })}
        </g>
      ))}
    </Diagram>
  );
}
