/** What the built command line says of itself: the one source of every table of options. */

import { execFileSync } from 'node:child_process';

export interface OptionHelp {
  /** Such as `--seed <n>`. */
  readonly flags: string;
  readonly words: string;
}

export interface CommandHelp {
  readonly name: string;
  /** Its line in the list of commands. */
  readonly summary: string;
  /** Its own, and those of the commands within it. */
  readonly usage: readonly string[];
  readonly arguments: readonly OptionHelp[];
  readonly options: readonly OptionHelp[];
  /** All that it prints. */
  readonly help: string;
}

export function commandHelp(cli: string): CommandHelp[] {
  return commandsIn(help(cli)).map(({ name, summary }) => {
    const text = help(cli, name);
    // such as `keys new`
    const parts = [text, ...commandsIn(text).map((part) => help(cli, name, part.name))];
    const options = parts.flatMap((each) => entries(part(each, 'Options')));
    return {
      name,
      summary,
      usage: parts.map((each) => /^Usage: (.*)$/m.exec(each)?.[1] ?? ''),
      arguments: parts.flatMap((each) => entries(part(each, 'Arguments'))),
      options: [...new Map(options.map((option) => [option.flags, option])).values()],
      help: parts.join('\n'),
    };
  });
}

function commandsIn(text: string): { name: string; summary: string }[] {
  return entries(part(text, 'Commands'))
    .map(({ flags, words }) => ({ name: flags.split(' ')[0], summary: words }))
    .filter(({ name }) => name !== 'help');
}

function help(cli: string, ...command: string[]): string {
  return execFileSync(process.execPath, [cli, ...command, '--help'], { encoding: 'utf8' });
}

/** The lines below a title, up to an empty one. */
function part(text: string, title: string): string[] {
  const lines = text.split('\n');
  const start = lines.indexOf(`${title}:`);
  if (start < 0) return [];
  const end = lines.indexOf('', start);
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

/** An entry begins two blanks in; its words are wrapped far to the right. */
function entries(lines: readonly string[]): OptionHelp[] {
  const found: { flags: string; words: string }[] = [];
  for (const line of lines) {
    const [, flags, words] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    if (flags) found.push({ flags, words: words ?? '' });
    else if (found.length > 0) found[found.length - 1].words += ` ${line.trim()}`;
  }
  return found.map(({ flags, words }) => ({ flags, words: words.trim() }));
}
