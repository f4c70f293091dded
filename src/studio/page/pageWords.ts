/** What the engine says to a terminal, for the page: advice on options and files becomes advice on what is here. */

const BETWEEN = '“Between columns” in step 2';

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/Run it with --preset standard for one\./, 'Attack with the standard effort for one.'],
  [/ \(--preset paper\)/, ' (the paper’s effort)'],
  [
    / To keep those of the schema alone, give --rules schema \(in the library, rules: 'schema'\)\./,
    ` Which are kept can be chosen under ${BETWEEN}.`,
  ],
  [/ declare it in the schema: "derived": \{.*?: false\}\./, ` say so under ${BETWEEN}.`],
  [/; confirm it in the schema if it is meant to hold/, ''],
  [/ (?:Ask for (?:it|all)|Name another one) with --[^.]*\./, ''],
  [
    /declare it text; to model it, declare its type/,
    'choose “leave out”; to model it, choose its type',
  ],
  [/Declare it identifier or text/, 'Choose identifier, or leave it out'],
  [/declare another type in the schema/, 'choose another type here'],
  [/or declare its type in the schema/, 'or choose its type in step 2'],
  [/, or see with sample --check and --key which rows are unique/, ''],
  [/The membership audit would settle this: --membership audit\./, ''],
  [/ \((?:in the library, |--)[^)]*\)/g, ''],
];

export function pageWords(text: string): string {
  return CHANGES.reduce((words, [from, to]) => words.replace(from, to), text);
}
