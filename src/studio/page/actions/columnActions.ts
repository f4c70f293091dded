/** What columns are and what part they play: declared, overruled, chosen; and their order by theory. */

import { batch } from '@preact/signals';
import { parseSchema, schemaToJSON } from '../../../table/schema.ts';
import type { DeclaredSchema } from '../../engine/protocol.ts';
import { type Choices, studyChoice } from '../choices.ts';
import { choicesOf } from '../command.ts';
import { callable } from '../engineLink.ts';
import * as state from '../state.ts';
import { choose } from './choose.ts';
import { announce, during, say, theEngine } from './jobs.ts';

export async function describeColumns(): Promise<void> {
  const { schema, leaveOut } = state.choices.value;
  const found = await during('columns', 'columns', () => theEngine().api.columns(schema, leaveOut));
  if (!found) {
    // cancelled, and not asked again: what is there is of other choices
    if (state.busy.value === null && state.failure.value === null) state.columns.value = null;
    return;
  }
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
export async function declare(schema: DeclaredSchema): Promise<void> {
  const before = readingKey(state.choices.value.schema);
  choose({ schema });
  const { value: source } = state.source;
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

/** What is kept between columns decides on their order as well. */
export function chooseRules(rules: Choices['rules']): Promise<void> {
  choose({ rules });
  return previewOrder();
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
  const at = state.order.value?.order.order.indexOf(name) ?? -1;
  if (at >= 0) return moveTo(name, at + by);
}

/** Puts it at a place; the response stays last. */
export function moveTo(name: string, to: number): Promise<void> | void {
  const now = state.order.value?.order.order;
  if (!now) return;
  const at = now.indexOf(name);
  const last = now.length - 1;
  if (at < 0 || at === to || to < 0 || to >= last || at === last) return;
  const next = now.filter((each) => each !== name);
  next.splice(to, 0, name);
  choose({ order: next });
  announce(`${name} is now at place ${to + 1} of ${now.length}.`);
  return previewOrder();
}
