import { presentationAttributes } from '@labroom/protocol/svg/inline-styles';

/** Shapes, text and paint. No links, images, fonts, filters, animations, copies (`use`) or scripts. */
export const svgElements = [
  'svg',
  'g',
  'defs',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'textPath',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
  'marker',
];

/** Elements that are drawn once for each reference to them. */
export const svgContainers = ['clipPath', 'mask', 'pattern', 'marker'];

/** Elements that show text. */
export const svgTextElements = ['text', 'tspan', 'textPath'];

const geometryAttributes = [
  'clipPathUnits',
  'cx',
  'cy',
  'd',
  'dx',
  'dy',
  'fr',
  'fx',
  'fy',
  'gradientTransform',
  'gradientUnits',
  'height',
  'id',
  'lengthAdjust',
  'markerHeight',
  'markerUnits',
  'markerWidth',
  'maskContentUnits',
  'maskUnits',
  'offset',
  'orient',
  'pathLength',
  'patternContentUnits',
  'patternTransform',
  'patternUnits',
  'points',
  'preserveAspectRatio',
  'r',
  'refX',
  'refY',
  'rotate',
  'rx',
  'ry',
  'spreadMethod',
  'startOffset',
  'textLength',
  'transform',
  'viewBox',
  'width',
  'x',
  'x1',
  'x2',
  'y',
  'y1',
  'y2',
];

export const svgAttributes = [...presentationAttributes, ...geometryAttributes, 'href'];
