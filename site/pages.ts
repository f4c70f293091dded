/** The pages of the site: Markdown with its address, and where each file of the repository is shown. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandHelp, OptionHelp } from './commandHelp.ts';
import { titleOf } from './markdown.ts';
import { addressOf, readNavigation } from './navigation.ts';

export interface Page {
  readonly file: string;
  readonly address: string;
  readonly label: string;
  readonly title: string;
  readonly section: string;
  readonly text: string;
}

const COMMANDS = 'docs/commands.md';

export function readPages(root: string, commands: readonly CommandHelp[]): Page[] {
  return readNavigation(root).flatMap(({ title: section, pages }) =>
    pages.flatMap(({ file, label }) => {
      const text = readFileSync(join(root, file), 'utf8');
      const page = { file, address: addressOf(file), label, title: titleOf(text), section, text };
      return file === COMMANDS ? commandPages(page, commands) : [page];
    }),
  );
}

/**
 * One page for each command: its section of docs/commands.md, then its options as the command line
 * prints them. What stands before the first section is the page of all commands.
 */
function commandPages(page: Page, commands: readonly CommandHelp[]): Page[] {
  const [opening, ...sections] = page.text.split(/^## /m);
  const guides = new Map(
    sections.map((text) => [text.slice(0, text.indexOf('\n')).trim(), text.replace(/^.*\n/, '')]),
  );
  const list = commands.map(({ name, summary }) => `| [${name}](#${name}) | ${cell(summary)} |`);
  const table = `\n| command | does |\n|---|---|\n${list.join('\n')}\n`;
  return [
    { ...page, text: `${opening}${table}` },
    ...commands.map((command) => ({
      ...page,
      address: commandAddress(command.name),
      label: command.name,
      title: `tvinesynth ${command.name}`,
      text: `# tvinesynth ${command.name}\n${guides.get(command.name) ?? `\n${command.summary}\n`}\n${reference(command)}`,
    })),
  ];
}

export function commandAddress(name: string): string {
  return `command-${name}.html`;
}

function reference({ usage, arguments: given, options }: CommandHelp): string {
  const rows = (list: readonly OptionHelp[]) =>
    list
      .map(({ flags, words }) => `| \`${flags.replaceAll('|', '\\|')}\` | ${cell(words)} |`)
      .join('\n');
  const tables = [
    ...(given.length > 0 ? [`| argument | |\n|---|---|\n${rows(given)}`] : []),
    `| option | |\n|---|---|\n${rows(options)}`,
  ];
  return `## All options\n\n\`\`\`text\n${usage.join('\n')}\n\`\`\`\n\n${tables.join('\n\n')}\n`;
}

/** Text in a cell of a table, read literally. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/^`|`$/g, '');
}
