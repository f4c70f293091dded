/**
 * Tables to confirm on. Two of them here: written when the way categories are modelled was settled, and not looked at before. A
 * motor insurer's claims and the pupils of a region; categories carry most of the dependence, on each other and on
 * the response. Made on the spot, the same on every machine.
 */

import { csv, type MixedTable, stream } from './mixedTables.ts';
import { clamp, pick, type Weights } from './nominalTables.ts';
import { unseenTables } from './unseenTables.ts';

/** `seed`: other rows of the same laws. */
export function freshTables(rows: number, seed = 0): MixedTable[] {
  return [claims(rows, seed), pupils(rows, seed), ...unseenTables(rows, seed)];
}

function claims(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(21 + 1000 * seed);
  const bodies: Readonly<Record<string, Weights>> = {
    Alba: { hatchback: 70, saloon: 30 },
    Corso: { saloon: 40, coupe: 35, estate: 25 },
    Dura: { van: 55, pickup: 45 },
    Fleet: { van: 30, estate: 40, saloon: 30 },
    Volta: { hatchback: 50, saloon: 50 },
  };
  const lines = Array.from({ length: rows }, () => {
    const use = pick(uniform, { private: 70, business: 20, taxi: 10 });
    const make = pick(
      uniform,
      use === 'private'
        ? { Alba: 45, Corso: 25, Volta: 25, Dura: 5 }
        : use === 'taxi'
          ? { Fleet: 60, Volta: 40 }
          : { Dura: 50, Fleet: 40, Corso: 10 },
    );
    const body = pick(uniform, bodies[make]);
    const fuel =
      make === 'Volta'
        ? pick(uniform, { electric: 85, hybrid: 15 })
        : body === 'van' || body === 'pickup'
          ? pick(uniform, { diesel: 85, petrol: 15 })
          : pick(uniform, { petrol: 65, diesel: 20, hybrid: 15 });
    const region = pick(uniform, {
      city: use === 'taxi' ? 80 : 35,
      suburb: 35,
      country: fuel === 'electric' ? 8 : 30,
    });
    const age = Math.round(clamp(44 + 14 * normal() - (body === 'coupe' ? 12 : 0), 18, 88));
    const cause = pick(uniform, {
      collision: region === 'city' ? 55 : 30,
      theft: make === 'Corso' && region === 'city' ? 30 : 8,
      hail: region === 'country' ? 25 : 8,
      glass: 20,
      animal: region === 'country' ? 20 : 1,
    });
    const base = { collision: 7.9, theft: 9.1, hail: 7.3, glass: 5.9, animal: 7.5 }[
      cause
    ] as number;
    const cost = Math.round(Math.exp(base + 0.5 * normal()));
    const years = Math.round(clamp(6 + 4 * normal(), 0, 25));
    const score =
      (cause === 'theft' && use === 'business' ? 2.2 : 0) +
      (cause === 'hail' && region === 'city' ? 1.8 : 0) +
      (body === 'coupe' && cause === 'theft' ? 1.5 : 0) -
      0.1 * years +
      (cost > 4000 ? 0.7 : 0) +
      1.1 * normal();
    return [use, make, body, fuel, region, age, cause, cost, years, score > 0.9 ? 'yes' : 'no'];
  });
  return {
    name: 'claims',
    response: 'investigated',
    rules: [],
    text: csv('use,make,body,fuel,region,age,cause,cost,years,investigated', lines),
  };
}

function pupils(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(22 + 1000 * seed);
  const lines = Array.from({ length: rows }, () => {
    const district = pick(uniform, { harbour: 20, hills: 25, centre: 30, plains: 25 });
    const language = pick(
      uniform,
      district === 'harbour'
        ? { home: 45, turkish: 25, arabic: 20, other: 10 }
        : district === 'hills'
          ? { home: 92, other: 8 }
          : { home: 72, turkish: 8, polish: 12, other: 8 },
    );
    const school = pick(uniform, {
      grammar: district === 'hills' ? 55 : 25,
      comprehensive: 45,
      vocational: district === 'plains' ? 35 : 20,
      waldorf: district === 'centre' ? 10 : 2,
    });
    const track = pick(
      uniform,
      (
        {
          grammar: { languages: 40, science: 45, arts: 15 },
          comprehensive: { general: 75, science: 15, arts: 10 },
          vocational: { care: 35, crafts: 45, trade: 20 },
          waldorf: { general: 40, arts: 60 },
        } as Readonly<Record<string, Weights>>
      )[school],
    );
    const sex = uniform() < (track === 'crafts' ? 0.2 : track === 'care' ? 0.8 : 0.5) ? 'F' : 'M';
    const travel =
      district === 'plains'
        ? pick(uniform, { bus: 70, bicycle: 15, car: 15 })
        : pick(uniform, { foot: 45, bicycle: 30, bus: 20, car: 5 });
    const minutes = Math.round(
      clamp(({ foot: 12, bicycle: 15, bus: 32, car: 18 }[travel] as number) + 8 * normal(), 2, 90),
    );
    const absent = Math.round(Math.exp(1.4 + 0.7 * normal() + (travel === 'bus' ? 0.3 : 0)));
    const mark = clamp(
      Math.round(
        9 + 2.2 * normal() + (school === 'grammar' ? 1.5 : 0) - (language === 'home' ? 0 : 0.8),
      ),
      0,
      15,
    );
    const result =
      0.4 * mark -
      0.08 * absent +
      (track === 'science' && sex === 'F' ? 0.9 : 0) +
      (track === 'crafts' && language !== 'home' ? 1.2 : 0) -
      (track === 'general' && district === 'harbour' ? 1.3 : 0) +
      normal();
    const outcome = result > 4.2 ? 'honours' : result > 2.6 ? 'pass' : 'repeat';
    return [district, language, school, track, sex, travel, minutes, absent, mark, outcome];
  });
  return {
    name: 'pupils',
    response: 'outcome',
    rules: [],
    text: csv('district,language,school,track,sex,travel,minutes,absent,mark,outcome', lines),
  };
}
