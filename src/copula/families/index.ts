/** Every family, in the order in which ties of a selection are decided. */

import type { Family, FamilyName } from '../family.ts';
import { bb1 } from './bb1.ts';
import { bb6 } from './bb6.ts';
import { bb7 } from './bb7.ts';
import { bb8 } from './bb8.ts';
import { clayton } from './clayton.ts';
import { frank } from './frank.ts';
import { gaussian } from './gaussian.ts';
import { gumbel } from './gumbel.ts';
import { independence } from './independence.ts';
import { joe } from './joe.ts';
import { student } from './student.ts';

export const families: Readonly<Record<FamilyName, Family>> = {
  independence,
  gaussian,
  student,
  clayton,
  gumbel,
  frank,
  joe,
  bb1,
  bb6,
  bb7,
  bb8,
};

export const familyNames = Object.keys(families) as readonly FamilyName[];
