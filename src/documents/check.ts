/**
 * Checks of values that come from outside, such as a model file: each says what is wrong and where, or
 * nothing. Small checks make up larger ones, so that a document is described by one value.
 *
 * A package for this (zod reads schema.json) has no place here: the engine imports none, and lists of
 * many thousand numbers are to be gone through at once.
 */

export interface Fault {
  /** The way from the value that was checked to the part that is wrong: `.margin.p[3]`. */
  readonly at: string;
  readonly what: string;
}

export type Check = (value: unknown) => Fault | undefined;

export function fault(what: string, at = ''): Fault {
  return { at, what };
}

/** A fault of a part, as one of the whole. */
export function within(key: string | number, found: Fault | undefined): Fault | undefined {
  if (!found) return undefined;
  const step = typeof key === 'number' ? `[${key}]` : `.${key}`;
  return { at: step + found.at, what: found.what };
}

/** A fault in words: `columns[3].margin.p: must ascend`. */
export function faultText({ at, what }: Fault): string {
  const path = at.replace(/^\./, '');
  return path === '' ? what : `${path}: ${what}`;
}

const MOST_SHOWN = 40;

/** What was found, short and on one line, whatever it holds. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? value.slice(0, MOST_SHOWN) : value;
  return String(JSON.stringify(text)).replace(/[^\x20-\x7e]/g, '?');
}

export function finite(
  least = -Number.MAX_VALUE,
  most = Number.MAX_VALUE,
): (value: unknown) => Fault | undefined {
  const words =
    least === -Number.MAX_VALUE && most === Number.MAX_VALUE
      ? 'a number'
      : `a number from ${least} to ${most}`;
  return (value) =>
    typeof value === 'number' && value >= least && value <= most
      ? undefined
      : fault(`must be ${words}, but is ${shown(value)}`);
}

export function whole(least: number, most: number): Check {
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : fault(`must be a whole number from ${least} to ${most}, but is ${shown(value)}`);
}

/** A text; `most`: its longest length, where what is made of it may be long too. */
export function text(least = 0, most = Number.MAX_SAFE_INTEGER): Check {
  return (value) => {
    if (typeof value !== 'string') return fault(`must be a text, but is ${shown(value)}`);
    if (value.length >= least && value.length <= most) return undefined;
    return fault(`must have ${least} to ${most} characters, but has ${value.length}`);
  };
}

export const flag: Check = (value) =>
  typeof value === 'boolean' ? undefined : fault(`must be true or false, but is ${shown(value)}`);

export function oneOf(...allowed: readonly unknown[]): Check {
  return (value) =>
    allowed.includes(value)
      ? undefined
      : fault(`must be one of ${allowed.map(shown).join(', ')}, but is ${shown(value)}`);
}

export function orNull(check: Check): Check {
  return (value) => (value === null ? undefined : check(value));
}

export function list(item: Check, least = 0, most = Number.MAX_SAFE_INTEGER): Check {
  return (value) => {
    if (!Array.isArray(value)) return fault(`must be a list, but is ${shown(value)}`);
    if (value.length < least || value.length > most) {
      const wanted =
        least === most
          ? `${least}`
          : most < Number.MAX_SAFE_INTEGER
            ? `${least} to ${most}`
            : `at least ${least}`;
      return fault(`must be a list of ${wanted}, but has ${value.length}`);
    }
    for (let i = 0; i < value.length; i++) {
      const found = item(value[i]);
      if (found) return within(i, found);
    }
    return undefined;
  };
}

/** A list with a check for each of its places. */
export function tuple(...items: readonly Check[]): Check {
  const hasLength = list(() => undefined, items.length, items.length);
  return (value) => {
    const found = hasLength(value);
    if (found) return found;
    for (const [i, item] of items.entries()) {
      const wrong = item((value as unknown[])[i]);
      if (wrong) return within(i, wrong);
    }
    return undefined;
  };
}

type Parts = Readonly<Record<string, Check>>;

/** An object that has these parts, may have the optional ones, and has no others. */
export function record(parts: Parts, optional: Parts = {}): Check {
  const own = (checks: Parts, key: string) =>
    Object.hasOwn(checks, key) ? checks[key] : undefined;
  return (value) => {
    if (!isObject(value)) return fault(`must be an object, but is ${shown(value)}`);
    for (const key of Object.keys(parts)) {
      if (!Object.hasOwn(value, key)) return within(key, fault('is missing'));
    }
    for (const key of Object.keys(value)) {
      const check = own(parts, key);
      const free = own(optional, key);
      if (!check && !free) return fault(`has a part ${shown(key)} that is not known`);
      // as JSON has it, a part that is undefined is not there
      const found = check
        ? check(value[key])
        : value[key] === undefined
          ? undefined
          : free?.(value[key]);
      if (found) return within(key, found);
    }
    return undefined;
  };
}

/** An object of one of several kinds, told apart by one of its parts. */
export function variant(key: string, kinds: Parts): Check {
  const isKind = oneOf(...Object.keys(kinds));
  return (value) => {
    if (!isObject(value)) return fault(`must be an object, but is ${shown(value)}`);
    const kind = Object.hasOwn(value, key) ? value[key] : undefined;
    return within(key, isKind(kind)) ?? kinds[kind as string](value);
  };
}

/** A check, and then another that may take the value for what the first has made sure of. */
export function also<T>(check: Check, rest: (value: T) => Fault | undefined): Check {
  return (value) => check(value) ?? rest(value as T);
}

/** Numbers that never fall, or always rise. */
export function ascending(values: readonly number[], strictly: boolean): Fault | undefined {
  for (let i = 1; i < values.length; i++) {
    const rises = strictly ? values[i] > values[i - 1] : values[i] >= values[i - 1];
    if (!rises) return fault(`must ${strictly ? 'rise' : 'not fall'}, but place ${i} does not`);
  }
  return undefined;
}

export function distinct(values: readonly unknown[]): Fault | undefined {
  return new Set(values).size === values.length ? undefined : fault('holds an entry twice');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
