import { battery } from './labs/battery.ts';
import { biofilm } from './labs/biofilm.ts';
import { coil } from './labs/coil.ts';
import type { ExampleLab } from './labs/example-lab.ts';
import { lipase } from './labs/lipase.ts';
import { soil } from './labs/soil.ts';

/** Labs of a new installation. All their data is made up, as each README states. */
export const exampleLabs: ExampleLab[] = [lipase, soil, coil, biofilm, battery];
