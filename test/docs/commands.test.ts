/** The guide of each command: a section for every command, and every option, on the built site. */

import { describe, expect, test } from 'vitest';
import { commandHelp } from '../../site/commandHelp.ts';
import { commandAddress, readPages } from '../../site/pages.ts';
import { CLI, runIn } from '../cli/support.ts';
import { ROOT, readText } from '../support/repository.ts';

const commands = commandHelp(CLI);
const pages = readPages(ROOT, commands);
const sections = readText('docs/commands.md').split(/^## /m).slice(1);

describe('docs/commands.md', () => {
  test('has a section for each command, and for nothing else', () => {
    expect(commands.map(({ name }) => name)).toContain('run');
    expect(sections.map((section) => section.split('\n')[0]).sort()).toEqual(
      commands.map(({ name }) => name).sort(),
    );
  });

  test.each(sections.map((section) => [section.split('\n')[0], section]))(
    'names options that %s has',
    (name, section) => {
      const { options = [] } = commands.find((command) => command.name === name) ?? {};
      const own = new Set(options.flatMap(({ flags }) => flags.match(/--[\w-]+/g) ?? []));
      const named = new Set(section.match(/(?<=[`\s])--[a-z][\w-]*/g));
      expect([...named].filter((option) => !own.has(option))).toEqual([]);
    },
  );
});

describe.each(commands)('the page of $name', ({ name, help, options }) => {
  const { text } = pages.find(({ address }) => address === commandAddress(name)) ?? { text: '' };

  test('has every option of its help', async () => {
    const { stdout } = await runIn(ROOT, name, '--help');
    const flags =
      `${stdout}\n${help}`.match(/^ {2}--[a-z][\w-]*/gm)?.map((flag) => flag.trim()) ?? [];
    expect(flags).toContain('--help');
    expect(flags.filter((flag) => !new RegExp(`^\\| \`${flag}[ \`]`, 'm').test(text))).toEqual([]);
  });

  test('has the words of the help', () => {
    // wrapped there, whole on the page
    const whole = help.replaceAll(/\s+/g, ' ');
    expect(options.filter(({ words }) => words === '' || !whole.includes(words))).toEqual([]);
  });
});
