import { readZip, unpackEntry, type ZipEntry } from '../zip/read-zip.ts';
import { tagsOf } from './xml-tags.ts';

const MAX_PART_BYTES = 32_000_000;

interface Relation {
  id: string;
  type: string;
  /** Path within the ZIP. */
  target: string;
}

/** The parts of a document of Office, which is a ZIP (ECMA-376, part 2). */
export class PackageParts {
  readonly #body: Blob;
  readonly #byName: ReadonlyMap<string, ZipEntry>;

  private constructor(body: Blob, entries: readonly ZipEntry[]) {
    this.#body = body;
    // Some programs write paths as Windows does, or from the root.
    this.#byName = new Map(
      entries.map((entry) => [entry.name.replaceAll('\\', '/').replace(/^\//, ''), entry]),
    );
  }

  static async open(body: Blob): Promise<PackageParts> {
    const { entries } = await readZip(body, 10_000);
    return new PackageParts(body, entries);
  }

  get names(): string[] {
    return [...this.#byName.keys()];
  }

  entry(name: string): ZipEntry | undefined {
    return this.#byName.get(name);
  }

  /** The text of a part; `''` if there is none. */
  async text(name: string, maxBytes = MAX_PART_BYTES): Promise<string> {
    const entry = this.#byName.get(name);
    return entry ? await (await unpackEntry(this.#body, entry, maxBytes)).text() : '';
  }

  /** The name of the main part, which the package itself refers to. */
  async main(usual: string): Promise<string> {
    const relations = await this.#relationsIn('_rels/.rels', '');
    return relations.find(({ type }) => type.endsWith('/officeDocument'))?.target ?? usual;
  }

  /** The parts that a part refers to. External targets are left out. */
  async relations(name: string): Promise<Relation[]> {
    const folder = folderOf(name);
    return await this.#relationsIn(`${folder}_rels/${name.slice(folder.length)}.rels`, folder);
  }

  async #relationsIn(name: string, folder: string): Promise<Relation[]> {
    const relations: Relation[] = [];
    for (const tag of tagsOf(await this.text(name))) {
      if (tag.name !== 'Relationship' || tag.attribute('TargetMode') === 'External') continue;
      const target = (tag.attribute('Target') ?? '').replaceAll('\\', '/');
      relations.push({
        id: tag.attribute('Id') ?? '',
        type: tag.attribute('Type') ?? '',
        target: target.startsWith('/') ? target.slice(1) : folder + target,
      });
    }
    return relations;
  }
}

const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);
