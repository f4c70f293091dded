/** Levels whose order everybody knows. */

const ORDERS: readonly (readonly string[])[] = [
  'none mild moderate severe critical',
  'never rarely sometimes often always',
  'very low|low|medium|high|very high',
  'very low|low|middle|high|very high',
  'very low|low|moderate|high|very high',
  'low mid high',
  'xxs xs s m l xl xxl xxxl',
  'small medium large',
  'very poor|poor|fair|good|very good|excellent',
  'very bad|bad|neutral|good|very good',
  'strongly disagree|disagree|neutral|agree|strongly agree',
  'strongly disagree|disagree|neither agree nor disagree|agree|strongly agree',
  'very dissatisfied|dissatisfied|neutral|satisfied|very satisfied',
  'very unlikely|unlikely|neutral|likely|very likely',
  'mon tue wed thu fri sat sun',
  'monday tuesday wednesday thursday friday saturday sunday',
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'january february march april may june july august september october november december',
  'primary secondary tertiary',
  'i ii iii iv v vi vii viii ix x',
].map((line) => line.split(line.includes('|') ? '|' : ' '));

const LONGEST_NUMBER = 9;

/** The levels in their order, if it is known: a scale in words, or one word with whole numbers. */
export function knownOrder(levels: readonly string[]): readonly string[] | undefined {
  if (levels.length < 3) return undefined;
  const lower = levels.map((level) => level.trim().toLowerCase());
  if (new Set(lower).size < levels.length) return undefined;
  for (const order of ORDERS) {
    if (lower.every((level) => order.includes(level)))
      return sortBy(levels, (_, i) => order.indexOf(lower[i]));
  }
  return numbered(levels);
}

/** Levels such as Stage 1, Stage 2, Stage 3: the same word before a whole number. */
function numbered(levels: readonly string[]): readonly string[] | undefined {
  const parts = levels.map(splitNumber);
  const [first] = parts;
  const isNumbered = parts.every(
    (part) => part !== undefined && part.word === first?.word && part.word.trim() !== '',
  );
  return isNumbered ? sortBy(levels, (_, i) => parts[i]?.number ?? 0) : undefined;
}

function splitNumber(level: string): { word: string; number: number } | undefined {
  let at = level.length;
  while (at > 0 && level.charCodeAt(at - 1) >= 48 && level.charCodeAt(at - 1) <= 57) at--;
  const digits = level.slice(at);
  if (digits === '' || digits.length > LONGEST_NUMBER) return undefined;
  return { word: level.slice(0, at), number: Number(digits) };
}

function sortBy(levels: readonly string[], key: (level: string, i: number) => number): string[] {
  return levels
    .map((level, i) => ({ level, place: key(level, i) }))
    .sort((a, b) => a.place - b.place)
    .map(({ level }) => level);
}
