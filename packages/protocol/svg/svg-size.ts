/** CSS pixels of a unit. */
const units: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
/** Size that browsers give a drawing without any. */
const defaultSize = { width: 300, height: 150 };

export interface SvgSize {
  /** What is drawn: left, top, width and height in units of the drawing. */
  box: [number, number, number, number];
  /** CSS pixels. */
  width: number;
  height: number;
}

/** The size of a drawing by `width`, `height` and `viewBox` of its root, as browsers show it. */
export function sizeOf(attributes: ReadonlyMap<string, string>): SvgSize {
  const given = boxOf(attributes.get('viewBox'));
  const ratio = given ? given[2] / given[3] : undefined;
  const statedWidth = lengthOf(attributes.get('width'));
  const statedHeight = lengthOf(attributes.get('height'));
  const width =
    statedWidth ?? (statedHeight && ratio ? statedHeight * ratio : (given?.[2] ?? defaultSize.width));
  const height =
    statedHeight ?? (statedWidth && ratio ? statedWidth / ratio : (given?.[3] ?? defaultSize.height));
  return { box: given ?? [0, 0, width, height], width, height };
}

function boxOf(value: string | undefined): SvgSize['box'] | undefined {
  const [left, top, width, height] = (value ?? '')
    .trim()
    .split(/[\s,]+/, 4)
    .map(Number);
  const isBox = [left, top, width, height].every((number) => Number.isFinite(number));
  if (!isBox || left === undefined || top === undefined || !width || !height) return undefined;
  return width > 0 && height > 0 ? [left, top, width, height] : undefined;
}

/** A length in pixels; percentages and units of fonts have none. */
function lengthOf(value: string | undefined): number | undefined {
  const [, number, unit] =
    /^\s*\+?(\d{1,9}(?:\.\d{1,20})?(?:e\d{1,2})?)([a-z]*)\s*$/i.exec(value ?? '') ?? [];
  const factor = unit === undefined ? undefined : units[unit.toLowerCase()];
  const length = factor === undefined ? 0 : Number(number) * factor;
  return length > 0 && Number.isFinite(length) ? length : undefined;
}
