/**
 * Tables in which categories carry most of the dependence, and not along one order of their levels: a household
 * census, a hospital, a shop. Made on the spot, the same on every machine.
 */

import { csv, type MixedTable, stream } from './mixedTables.ts';

export type Weights = Readonly<Record<string, number>>;

export function pick(uniform: () => number, weights: Weights): string {
  const entries = Object.entries(weights);
  let left = uniform() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [level, weight] of entries) {
    left -= weight;
    if (left < 0) return level;
  }
  return entries[entries.length - 1][0];
}

export const clamp = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, value));

/** `seed`: other rows of the same laws. */
export function nominalTables(rows: number, seed = 0): MixedTable[] {
  return [household(rows, seed), hospital(rows, seed), shop(rows, seed)];
}

function household(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(11 + 1000 * seed);
  const lines = Array.from({ length: rows }, () => {
    const country = pick(uniform, {
      US: 80,
      Mexico: 7,
      India: 3,
      Philippines: 3,
      Germany: 3,
      Cuba: 2,
    });
    const race =
      country === 'US'
        ? pick(uniform, { White: 84, Black: 12, Asian: 2, Other: 2 })
        : country === 'India' || country === 'Philippines'
          ? pick(uniform, { Asian: 92, White: 4, Other: 4 })
          : pick(uniform, { White: 70, Other: 25, Black: 5 });
    const age = Math.round(clamp(38 + 14 * normal(), 17, 90));
    const schooling = clamp(
      Math.round(
        10 + 2.4 * normal() - (country === 'Mexico' ? 3 : 0) + (country === 'India' ? 2 : 0),
      ),
      1,
      16,
    );
    const sex = uniform() < 0.66 ? 'Male' : 'Female';
    const marital =
      age < 25
        ? pick(uniform, { Never: 80, Married: 18, Separated: 2 })
        : pick(uniform, {
            Married: 50,
            Never: 25 - age / 5,
            Divorced: 14,
            Separated: 3,
            Widowed: age > 35 ? age / 12 : 0,
          });
    const relation =
      marital === 'Married'
        ? uniform() < 0.93
          ? sex === 'Male'
            ? 'Husband'
            : 'Wife'
          : 'Relative'
        : age < 27 && marital === 'Never'
          ? pick(uniform, { 'Own child': 75, 'Not in family': 25 })
          : pick(uniform, {
              'Not in family': 55,
              Unmarried: marital === 'Never' ? 10 : 35,
              Relative: 10,
            });
    const high = schooling >= 12;
    const occupation = high
      ? pick(uniform, {
          Professional: 40,
          Executive: 30,
          Sales: 12,
          Clerical: sex === 'Female' ? 18 : 6,
          Technician: 12,
        })
      : sex === 'Male'
        ? pick(uniform, {
            Craft: 30,
            Machine: 15,
            Transport: 13,
            Farming: 8,
            Sales: 10,
            Cleaning: 10,
            Clerical: 6,
          })
        : pick(uniform, { Clerical: 40, Service: 30, Machine: 10, Sales: 12, Household: 6 });
    const work =
      occupation === 'Farming'
        ? pick(uniform, { Self: 60, Private: 40 })
        : occupation === 'Professional'
          ? pick(uniform, { Government: 35, Private: 55, Self: 10 })
          : pick(uniform, { Private: 82, Self: 10, Government: 8 });
    const hours = Math.round(
      clamp(
        40 +
          9 * normal() +
          (work === 'Self' ? 6 : 0) -
          (sex === 'Female' ? 4 : 0) -
          (relation === 'Own child' ? 8 : 0),
        5,
        99,
      ),
    );
    const gain = uniform() < 0.08 ? Math.round(Math.exp(8.3 + 0.9 * normal())) : 0;
    const rich =
      0.35 * schooling +
        (marital === 'Married' ? 1.6 : 0) +
        0.03 * age +
        0.03 * hours +
        (occupation === 'Executive' ? 0.7 : 0) +
        1.3 * normal() +
        (gain > 0 ? 1.5 : 0) >
      8.6;
    return [
      age,
      work,
      schooling,
      marital,
      occupation,
      relation,
      race,
      sex,
      gain,
      hours,
      country,
      rich ? '>50K' : '<=50K',
    ];
  });
  return {
    name: 'household',
    response: 'income',
    rules: [
      "if relation = 'Husband' then sex = 'Male'",
      "if relation = 'Wife' then sex = 'Female'",
      "if relation in ('Husband', 'Wife') then marital = 'Married'",
      "if marital = 'Married' then relation in ('Husband', 'Wife', 'Relative')",
      "if marital = 'Widowed' then age >= 36",
    ],
    text: csv(
      'age,work,schooling,marital,occupation,relation,race,sex,gain,hours,country,income',
      lines,
    ),
  };
}

function hospital(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(12 + 1000 * seed);
  const lines = Array.from({ length: rows }, () => {
    const sex = uniform() < 0.52 ? 'F' : 'M';
    const age = Math.round(clamp(58 + 19 * normal(), 0, 99));
    const ward =
      age < 16
        ? 'Paediatrics'
        : pick(uniform, {
            Cardiology: 20 + age / 4,
            Surgery: 25,
            Oncology: 15,
            Maternity: sex === 'F' && age < 46 ? 60 : 0,
            Neurology: 12,
          });
    const diagnosis = {
      Paediatrics: { Infection: 50, Asthma: 35, Injury: 15 },
      Cardiology: { Infarction: 40, Failure: 40, Arrhythmia: 20 },
      Surgery: { Injury: 35, Appendix: 25, Hernia: 25, Tumour: 15 },
      Oncology: { Tumour: 75, Lymphoma: 25 },
      Maternity: { Birth: 90, Infection: 10 },
      Neurology: { Stroke: 60, Epilepsy: 25, Tumour: 15 },
    }[ward] as Weights;
    const own = pick(uniform, diagnosis);
    const admission = ['Infarction', 'Stroke', 'Injury', 'Appendix'].includes(own)
      ? pick(uniform, { emergency: 85, transfer: 15 })
      : pick(uniform, { planned: 65, emergency: 20, transfer: 15 });
    const insurance =
      age >= 65
        ? pick(uniform, { public: 85, private: 15 })
        : pick(uniform, { public: 55, private: 35, none: 10 });
    const severity = clamp(
      Math.round(
        2 + 0.9 * normal() + (admission === 'emergency' ? 1 : 0) + (own === 'Tumour' ? 0.7 : 0),
      ),
      1,
      5,
    );
    const days = Math.max(
      1,
      Math.round(Math.exp(1 + 0.35 * severity + 0.5 * normal() - (ward === 'Maternity' ? 0.4 : 0))),
    );
    const cost = Math.round(
      days * (400 + 150 * severity + (ward === 'Surgery' ? 500 : 0)) * Math.exp(0.25 * normal()),
    );
    const dies =
      -5 +
        0.03 * age +
        0.7 * severity +
        (own === 'Tumour' || own === 'Stroke' ? 0.8 : 0) +
        normal() >
      0.4;
    return [
      age,
      sex,
      ward,
      own,
      admission,
      insurance,
      severity,
      days,
      cost,
      uniform() < 0.12 ? '' : Math.round(120 + 14 * normal() + age / 5),
      dies ? 1 : 0,
    ];
  });
  return {
    name: 'hospital',
    response: 'died',
    rules: [
      "if ward = 'Maternity' then sex = 'F'",
      "if ward = 'Maternity' then diagnosis in ('Birth', 'Infection')",
      "if diagnosis = 'Birth' then ward = 'Maternity'",
      "if diagnosis = 'Infarction' then ward = 'Cardiology'",
      "if insurance = 'none' then age < 65",
    ],
    text: csv('age,sex,ward,diagnosis,admission,insurance,severity,days,cost,pressure,died', lines),
  };
}

function shop(rows: number, seed: number): MixedTable {
  const { uniform, normal } = stream(13 + 1000 * seed);
  const makes: Record<string, Weights> = {
    phone: { Norda: 30, Pear: 40, Kite: 30 },
    laptop: { Pear: 35, Lumen: 40, Kite: 25 },
    television: { Norda: 25, Vista: 75 },
    kitchen: { Brio: 60, Lumen: 10, Hestia: 30 },
  };
  const lines = Array.from({ length: rows }, () => {
    const region = pick(uniform, { north: 25, south: 30, east: 20, west: 15, islands: 10 });
    const channel =
      region === 'islands'
        ? pick(uniform, { web: 90, phone: 10 })
        : pick(uniform, { web: 45, store: 45, phone: 10 });
    const product = pick(uniform, {
      phone: 40,
      laptop: 20,
      television: channel === 'store' ? 30 : 10,
      kitchen: region === 'south' ? 40 : 20,
    });
    const make = pick(uniform, makes[product]);
    const base = { phone: 6.2, laptop: 6.9, television: 6.5, kitchen: 4.6 }[product] as number;
    const price = Math.round(Math.exp(base + 0.3 * normal() + (make === 'Pear' ? 0.4 : 0))) - 0.05;
    const payment =
      channel === 'store'
        ? pick(uniform, { cash: 40, card: 60 })
        : pick(uniform, { card: 55, invoice: price > 600 ? 10 : 35, wallet: 20 });
    const age = Math.round(clamp(42 + 15 * normal() - (payment === 'wallet' ? 12 : 0), 16, 92));
    const delivery =
      channel === 'store'
        ? 0
        : Math.max(1, Math.round(2 + 1.2 * normal() + (region === 'islands' ? 3 : 0)));
    const returned =
      0.5 * delivery +
        (product === 'phone' ? 1 : 0) +
        (payment === 'invoice' ? 1.5 : 0) -
        age / 40 +
        1.2 * normal() >
      2.4;
    return [
      region,
      channel,
      product,
      make,
      price.toFixed(2),
      payment,
      age,
      delivery,
      returned ? 'yes' : 'no',
    ];
  });
  return {
    name: 'shop',
    response: 'returned',
    rules: [
      "if region = 'islands' then channel in ('web', 'phone')",
      "if channel = 'store' then delivery = 0",
      "if payment = 'cash' then channel = 'store'",
      "if make = 'Vista' then product = 'television'",
      "if make = 'Pear' then product in ('phone', 'laptop')",
    ],
    text: csv('region,channel,product,make,price,payment,age,delivery,returned', lines),
  };
}
