/** What a user can do. Each action asks the engine, and puts its answer into the state unless it is out of date. */

import { batch } from '@preact/signals';
import { DEMO_ROLES, simulatedCsv } from '../../demo/simulatedCsv.ts';
import type { Constraints } from '../../study/constraints.ts';
import { parseSchema, schemaToJSON } from '../../table/schema.ts';
import type { DeclaredSchema, Told } from '../engine/protocol.ts';
import { type Choices, hasSchema, NO_CHOICES, studyChoice } from './choices.ts';
import {
  choicesOf,
  commandText,
  optionsOf,
  SCHEMA_FILE,
  schemaText,
  settingsText,
} from './command.ts';
import { callable, type EngineLink, startEngine } from './engineLink.ts';
import { patients } from './examples.ts';
import { forget, recall, store } from './memory.ts';
import * as state from './state.ts';

/** The name of a table that was pasted. */
export const PASTED = 'pasted.csv';

let engine: EngineLink | undefined;
let source: { readonly blob: Blob; readonly name: string } | undefined;
/** Answers to older questions are dropped. */
let asked = 0;
/** What is to be told of a failure of the engine itself. */
let fail: ((reason: Error) => void) | undefined;

function theEngine(): EngineLink {
  engine ??= startEngine((reason) => {
    engine = undefined;
    const error = new Error(
      `The engine stopped (${reason}). The table has to be read again; a smaller one, or closing other programs, helps if memory ran out.`,
    );
    fail?.(error);
    if (!fail) say('table', error);
    clearTable();
  });
  return engine;
}

/** Runs a job at a step: busy while it lasts, its error said there. Undefined if it failed or was cancelled. */
async function during<Result>(
  step: state.StepName,
  job: state.Job,
  work: (tell: (told: Told) => void) => Promise<Result>,
): Promise<Result | undefined> {
  const own = ++asked;
  state.failure.value = null;
  state.busy.value = { job, told: null };
  let isOver = false;
  // word of progress may come after the result
  const tell = (told: Told) => {
    if (own === asked && !isOver) state.busy.value = { job, told };
  };
  try {
    const died = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const result = await Promise.race([work(tell), died]);
    return own === asked ? result : undefined;
  } catch (error) {
    if (own !== asked) return undefined;
    if ((error as Error).name !== 'AbortError') say(step, error);
    else announce('Cancelled.');
    return undefined;
  } finally {
    isOver = true;
    if (own === asked) {
      state.busy.value = null;
      fail = undefined;
    }
  }
}

function say(step: state.StepName, error: unknown): void {
  const { name, message } = error as Error;
  const isKnown = name === 'InputError' || name === 'Error';
  state.failure.value = { step, message: isKnown ? message : `Internal error: ${message}` };
  announce(state.failure.value.message);
}

export function announce(words: string): void {
  state.announced.value = words;
}

export function cancel(): void {
  void engine?.api.cancel();
}

function clearTable(): void {
  batch(() => {
    state.table.value = null;
    state.head.value = null;
    state.columns.value = null;
    clearFit();
    state.order.value = null;
  });
}

function clearFit(): void {
  state.fitted.value = null;
  state.isFitOld.value = false;
  state.looks.value = new Map();
  state.pair.value = null;
  state.pinned.value = null;
  clearStudy();
}

function clearStudy(): void {
  state.study.value = null;
  state.partial.value = null;
  state.files.value = null;
}

export async function readFile(
  blob: Blob,
  name: string,
  given: Partial<Choices> = {},
): Promise<void> {
  const remembered = (await recall(blob, name)) ?? {};
  const chosen: Choices = { ...NO_CHOICES, ...remembered, ...given };
  const info = await during('table', 'read', (tell) =>
    theEngine().api.read(blob, name, chosen.schema, callable(tell)),
  );
  if (!info) return;
  source = { blob, name };
  batch(() => {
    clearTable();
    state.pasted.value = null;
    state.table.value = info;
    state.choices.value = chosen;
  });
  announce(`${name} was read: ${info.rows} rows, ${info.columns} columns.`);
  await describeColumns();
}

export const readDemo = () =>
  readFile(new Blob([simulatedCsv(1)]), 'simulated.csv', {
    response: DEMO_ROLES.response,
    sensitive: DEMO_ROLES.sensitive,
  });

export const readPatients = () =>
  readFile(new Blob([patients]), 'patients.csv', { response: 'readmitted', sensitive: ['cost'] });

/** Text from the clipboard; kept, so that the command line can read it as well. */
export async function readPasted(text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  const before = state.table.value;
  await readFile(new Blob([bytes]), PASTED);
  if (state.table.value !== before) state.pasted.value = bytes;
}

export async function showHead(): Promise<void> {
  state.head.value = await theEngine().api.firstRows();
}

async function describeColumns(): Promise<void> {
  const { schema, leaveOut } = state.choices.value;
  const found = await during('columns', 'columns', () => theEngine().api.columns(schema, leaveOut));
  if (!found) return;
  const names = new Set(found.columns.map(({ name }) => name));
  batch(() => {
    state.columns.value = found;
    const { response, sensitive } = state.choices.value;
    state.choices.value = {
      ...state.choices.value,
      response: response !== null && names.has(response) ? response : null,
      sensitive: sensitive.every((name) => names.has(name))
        ? sensitive
        : sensitive.filter((name) => names.has(name)),
      leaveOut: leaveOut.every((name) => names.has(name))
        ? leaveOut
        : leaveOut.filter((name) => names.has(name)),
    };
  });
  await previewOrder();
}

/** Types and codes have changed: what was read has to be read again where they decide on reading. */
async function declare(schema: DeclaredSchema): Promise<void> {
  const before = readingKey(state.choices.value.schema);
  choose({ schema });
  if (source && readingKey(schema) !== before) {
    const { blob, name } = source;
    const info = await during('columns', 'read', (tell) =>
      theEngine().api.read(blob, name, schema, callable(tell)),
    );
    if (!info) return;
    state.table.value = info;
    state.fitted.value = null;
  }
  await describeColumns();
}

function readingKey({ columns = {}, missing = [] }: DeclaredSchema): string {
  const text = Object.entries(columns).filter(([, { type }]) => type === 'text');
  return JSON.stringify([text.map(([name]) => name), missing]);
}

/** Null: as it is detected. */
export function overrule(
  name: string,
  change: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const { schema } = state.choices.value;
  const { [name]: own, ...others } = schema.columns ?? {};
  // what is set to nothing is no longer declared
  const now = Object.entries({ ...own, ...change }).filter(([, value]) => value !== undefined);
  const columns =
    change === null || now.length === 0 ? others : { ...others, [name]: Object.fromEntries(now) };
  return declare({ ...schema, columns });
}

export function declareSchema(text: string, file: string): Promise<void> | void {
  try {
    const json = schemaToJSON(parseSchema(text, file)) as DeclaredSchema;
    const roles = Object.entries(json.columns ?? {});
    const named = (role: string) =>
      roles.filter(([, own]) => own.role === role).map(([name]) => name);
    const [response = state.choices.value.response] = named('response');
    const sensitive = named('sensitive');
    const columns = Object.fromEntries(
      roles.flatMap(([name, { role: _, ...own }]) =>
        Object.keys(own).length > 0 ? [[name, own]] : [],
      ),
    );
    choose({ response, ...(sensitive.length > 0 && { sensitive }) });
    return declare({ ...json, columns });
  } catch (error) {
    say('columns', error);
  }
}

export function readSettings(text: string, file: string): Promise<void> | void {
  try {
    const chosen = choicesOf(text, file, state.choices.value.schema);
    const names = new Set(state.columns.value?.columns.map(({ name }) => name));
    const unknown = [chosen.response, ...chosen.sensitive, ...chosen.leaveOut].find(
      (name) => name !== null && !names.has(name),
    );
    if (unknown !== undefined) {
      throw new Error(
        `${file}: the table has no column '${unknown}'. Choose the table that these settings are of.`,
      );
    }
    choose(chosen);
    announce(`Settings of ${file} are in place.`);
    return describeColumns();
  } catch (error) {
    say('columns', error);
  }
}

const FIT_FIELDS = [
  ...(['response', 'sensitive', 'schema', 'seed', 'order', 'protect'] as const),
  ...(['leaveOut', 'generator', 'epsilon'] as const),
];

/** Takes a choice; what no longer fits it is kept and marked as old, or goes. */
export function choose(change: Partial<Choices>): void {
  batch(() => {
    const before = state.choices.value;
    const now = { ...before, ...change };
    // an order by hand names all columns in their roles
    const moved = (['response', 'sensitive', 'leaveOut'] as const).some(
      (field) => now[field] !== before[field],
    );
    state.choices.value = moved && change.order === undefined ? { ...now, order: null } : now;
    if (FIT_FIELDS.some((field) => state.choices.value[field] !== before[field])) {
      state.isFitOld.value = state.fitted.value !== null;
      state.files.value = null;
    }
  });
  if (state.remember.value && source) void store(source.blob, source.name, state.choices.value);
}

export type Role = 'response' | 'sensitive' | 'none' | 'left';

export function chooseRole(name: string, role: Role): Promise<void> {
  const { response, sensitive, leaveOut } = state.choices.value;
  const left = leaveOut.includes(name);
  choose({
    response: role === 'response' ? name : response === name ? null : response,
    sensitive: withMember(sensitive, name, role === 'sensitive'),
    leaveOut: withMember(leaveOut, name, role === 'left'),
  });
  // what holds between columns is another matter without it
  return left !== (role === 'left') ? describeColumns() : previewOrder();
}

/** The same list where nothing changes. */
function withMember(list: readonly string[], name: string, isIn: boolean): readonly string[] {
  if (list.includes(name) === isIn) return list;
  return isIn ? [...list, name] : list.filter((each) => each !== name);
}

export async function previewOrder(): Promise<void> {
  const choice = studyChoice(state.choices.value);
  if (!choice) {
    state.order.value = null;
    return;
  }
  const found = await during('preview', 'order', () => theEngine().api.order(choice));
  if (found) state.order.value = found;
  // cancelled or failed, and not asked again: what is there is of other choices
  else if (state.busy.value === null) state.order.value = null;
}

/** Moves a column in the order of the vine by hand. */
export function move(name: string, by: -1 | 1): Promise<void> | void {
  const now = state.order.value?.order.order;
  if (!now) return;
  const at = now.indexOf(name);
  const to = at + by;
  // the response stays last
  if (at < 0 || to < 0 || to >= now.length - 1 || at === now.length - 1) return;
  const next = [...now];
  [next[at], next[to]] = [next[to], next[at]];
  choose({ order: next });
  announce(`${name} is now at place ${to + 1} of ${now.length}.`);
  return previewOrder();
}

export async function fit(): Promise<void> {
  const choice = studyChoice(state.choices.value);
  if (!choice) return;
  const info = await during('look', 'fit', (tell) => theEngine().api.fit(choice, callable(tell)));
  if (!info) return;
  const { sensitive, response } = choice;
  batch(() => {
    clearFit();
    state.fitted.value = info;
    state.level.value = startLevel(info.levels, info.truncations);
    state.shown.value = [...sensitive, response, ...info.columns]
      .filter((name, place, all) => info.columns.includes(name) && all.indexOf(name) === place)
      .slice(0, 6);
  });
  announce(`The model is fitted. Levels 0 to ${info.tMax} can be looked at.`);
  await theEngine().api.look(
    state.level.value,
    callable((look) => {
      state.looks.value = new Map(state.looks.value).set(look.truncation, look);
    }),
  );
  const [x, y] = [sensitive[0] ?? info.columns[0], response].filter((name) =>
    info.columns.includes(name),
  );
  if (x !== undefined && y !== undefined) await choosePair(x, y);
}

/** In the middle, where something is to be seen. */
function startLevel(levels: readonly number[], truncations: readonly number[]): number {
  return truncations[Math.floor((truncations.length - 1) / 2)] ?? levels[0];
}

export async function choosePair(x: string, y: string): Promise<void> {
  state.pair.value = await theEngine().api.pair(x, y);
}

export async function attack(): Promise<void> {
  const choice = studyChoice(state.choices.value);
  if (!choice) return;
  const wasFitted = state.fitted.value !== null && !state.isFitOld.value;
  if (!wasFitted) await fit();
  clearStudy();
  const found = await during('release', 'study', (tell) =>
    theEngine().api.study(
      choice,
      callable(tell),
      callable((levels) => {
        state.partial.value = levels;
      }),
    ),
  );
  if (!found) return;
  batch(() => {
    state.study.value = found;
    const { truncation } = found.results.recommended;
    if (state.fitted.value?.levels.includes(truncation)) state.level.value = truncation;
  });
  announce(`The study is done: ${found.results.verdict.why}`);
}

/** Other limits: the verdict follows at once. */
export async function limit(constraints: Constraints): Promise<void> {
  choose({ constraints });
  state.files.value = null;
  if (!state.study.value) return;
  const found = await during('release', 'judge', (tell) =>
    theEngine().api.judge(
      constraints,
      callable(tell),
      callable((info) => {
        if (state.choices.value.constraints === constraints) state.study.value = info;
      }),
    ),
  );
  if (!found) return;
  state.study.value = found;
  announce(found.results.verdict.why);
}

export async function makeFiles(): Promise<void> {
  const { value: choices } = state.choices;
  const name = source?.name ?? 'table.csv';
  const record = {
    date: today(),
    purpose: '',
    audience: '',
    command: commandText(name, choices),
    options: optionsOf(choices),
    settings: settingsText(name, choices),
    schema: hasSchema(choices.schema) ? { file: SCHEMA_FILE, text: schemaText(choices) } : null,
    key: state.signingKey.value,
  };
  const made = await during('release', 'files', () =>
    theEngine().api.files(record, state.isForced.value),
  );
  if (made) state.files.value = made;
}

/** What was made under another key goes. */
export function signWith(key: typeof state.signingKey.value): void {
  state.signingKey.value = key;
  state.files.value = null;
}

/** A certificate and the files that came with it; needs no table. */
export async function verify(given: readonly File[]): Promise<void> {
  if (given.length === 0) return;
  state.verified.value = null;
  const files = given.map((file) => ({ name: file.name, blob: file }));
  const found = await during('verify', 'verify', () => theEngine().api.verify(files));
  if (!found) return;
  state.verified.value = found;
  announce(found.passed ? 'The certificate is in order.' : 'The certificate is not in order.');
}

/** In the user's own time zone. */
function today(): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export function rememberChoices(isOn: boolean): void {
  state.remember.value = isOn;
  if (!source) return;
  if (isOn) void store(source.blob, source.name, state.choices.value);
  else void forget(source.blob, source.name);
}
