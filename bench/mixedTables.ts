/** Mixed tables with the structure of well-known ones, made on the spot, and what holds in every row of each. */

export interface MixedTable {
  readonly name: string;
  readonly text: string;
  readonly response: string;
  readonly rules: readonly string[];
}

/** A small generator of its own: the tables are the same on every machine. */
export function stream(seed: number) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return ((x ^ (x >>> 16)) >>> 0) / 4294967296;
  };
  const normal = () => uniform() + uniform() + uniform() + uniform() + uniform() + uniform() - 3;
  const among = <T>(parts: readonly T[]): T => parts[Math.floor(uniform() * parts.length)];
  return { uniform, normal, among };
}

const day = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10);
export const csv = (header: string, lines: readonly (readonly (string | number)[])[]) =>
  `${[header, ...lines.map((line) => line.join(','))].join('\n')}\n`;

/** `repeat`: other rows of the same laws. */
export function mixedTables(rows: number, repeat = 0): MixedTable[] {
  const each = (seed: number, line: (s: ReturnType<typeof stream>) => (string | number)[]) => {
    const own = stream(seed + 1000 * repeat);
    return Array.from({ length: rows }, () => line(own));
  };
  const ages = (age: number) => (age < 25 ? 'under 25' : age < 45 ? '25 to 44' : '45 and over');
  const groupRules = (name: string) => [
    `if age < 25 then ${name} = 'under 25'`,
    `if age >= 25 and age < 45 then ${name} = '25 to 44'`,
    `if age >= 45 then ${name} = '45 and over'`,
  ];
  return [
    {
      name: 'recidivism',
      response: 'again',
      rules: [...groupRules('ageGroup'), 'jailIn <= jailOut', 'years(born, `asOf`) = age'],
      text: csv(
        'born,asOf,age,ageGroup,priors,juvenile,degree,jailIn,jailOut,score,scoreText,again',
        each(1, ({ uniform, normal, among }) => {
          const age = Math.max(18, Math.round(35 + 10 * normal()));
          const asOf = 16_900 + Math.floor(uniform() * 3);
          const born = asOf - Math.floor((age + uniform() * 0.99) * 365.2425) - 1;
          const priors = Math.max(0, Math.round(2 * normal() + 2));
          const score = Math.min(10, Math.max(1, Math.round(5 + 2 * normal() + priors / 3)));
          const isJailed = uniform() < 0.9;
          const jailIn = 15_700 + Math.floor(uniform() * 600);
          const jailOut = jailIn + Math.floor(Math.exp(1.5 + 1.5 * normal()));
          const years =
            new Date(asOf * 864e5).getUTCFullYear() - new Date(born * 864e5).getUTCFullYear();
          const had = day(asOf).slice(5) >= day(born).slice(5) ? 0 : 1;
          const real = years - had;
          return [
            day(born),
            day(asOf),
            real,
            ages(real),
            priors,
            Math.min(priors, Math.floor(uniform() * 3)),
            among(['F', 'M']),
            isJailed ? day(jailIn) : '',
            isJailed ? day(jailOut) : '',
            score,
            score < 5 ? 'Low' : score < 8 ? 'Medium' : 'High',
            score + 3 * normal() > 6 ? 1 : 0,
          ];
        }),
      ),
    },
    {
      name: 'census',
      response: 'income',
      rules: [
        "if marital = 'Widowed' then age >= 30",
        "if relation = 'Husband' then sex = 'Male'",
        "if relation = 'Wife' then sex = 'Female'",
        "if relation in ('Husband', 'Wife') then marital = 'Married'",
      ],
      text: csv(
        'age,education,educationNumber,marital,relation,occupation,sex,hours,income',
        each(2, ({ uniform, normal, among }) => {
          const age = Math.max(17, Math.round(40 + 13 * normal()));
          const level = Math.min(5, Math.max(0, Math.round(2.5 + 1.2 * normal())));
          const sex = uniform() < 0.65 ? 'Male' : 'Female';
          const marital =
            age < 24
              ? 'Never'
              : age >= 30 && uniform() < age / 300
                ? 'Widowed'
                : among(['Married', 'Married', 'Never', 'Divorced']);
          const relation =
            marital === 'Married'
              ? sex === 'Male'
                ? 'Husband'
                : 'Wife'
              : among(['Own child', 'Not in family', 'Unmarried']);
          const occupation =
            level > 3
              ? among(['Professional', 'Manager', 'Sales'])
              : among(['Craft', 'Service', 'Sales', 'Farming', 'Machine']);
          const rich = level + (marital === 'Married' ? 1.5 : 0) + 0.03 * age + normal() > 6;
          return [
            age,
            ['None', 'School', 'College', 'Some', 'Bachelor', 'Master'][level],
            level + 5,
            marital,
            relation,
            occupation,
            sex,
            Math.round(40 + 8 * normal()),
            rich ? '>50K' : '<=50K',
          ];
        }),
      ),
    },
    {
      name: 'credit',
      response: 'default',
      rules: ['rate * 12 <= income * 12', 'paid <= amount', 'total = amount + fees'],
      text: csv(
        'amount,fees,total,paid,rate,income,duration,purpose,housing,default',
        each(3, ({ uniform, normal, among }) => {
          const amount = Math.round(Math.exp(8 + 0.7 * normal()));
          const fees = Math.round(amount * 0.02 * uniform());
          const income = Math.round(Math.exp(7.7 + 0.4 * normal()));
          const rate = Math.round(income * (0.05 + 0.5 * uniform()));
          const bad = Math.log(amount) - Math.log(income) + normal() > 1 ? 'yes' : 'no';
          return [
            amount,
            fees,
            amount + fees,
            Math.round(amount * uniform()),
            rate,
            income,
            6 * Math.ceil(uniform() * 8),
            among(['car', 'radio', 'school', 'repairs']),
            among(['own', 'rent', 'free']),
            bad,
          ];
        }),
      ),
    },
    {
      name: 'survey',
      response: 'smoker',
      rules: ["if marital = 'WIDOWED' then age >= 30", ...groupRules('ageGroup')],
      text: csv(
        'age,ageGroup,marital,region,income,height,weight,smoker',
        each(4, ({ uniform, normal, among }) => {
          const age = Math.max(16, Math.round(48 + 17 * normal()));
          const marital =
            age >= 30 && uniform() < 0.004 * (age - 20)
              ? 'WIDOWED'
              : age < 30
                ? 'SINGLE'
                : among(['MARRIED', 'MARRIED', 'SINGLE', 'DIVORCED']);
          const height = Math.round(170 + 9 * normal());
          return [
            age,
            ages(age),
            marital,
            among(['north', 'south', 'east', 'west']),
            uniform() < 0.1 ? '' : 100 * Math.round(15 + 6 * normal()),
            height,
            (height - 100 + 10 * normal()).toFixed(1),
            uniform() < 0.3 - age / 500 ? 'yes' : 'no',
          ];
        }),
      ),
    },
  ];
}
