/**
 * A plugin of the bundler: generators that the studio does not offer are left out of it, with a word in their place;
 * so is what zod needs to write a JSON Schema, which the page never does.
 */

import { readFileSync } from 'node:fs';

const LEFT_OUT = {
  'neural/ctgan.ts': 'export const ctgan = absent;',
  'neural/tvae.ts': 'export const tvae = absent;',
  'privbayes/privbayes.ts': 'export const privBayes = () => absent;',
  'privpgd/privpgd.ts': 'export const privPgd = absent;',
};

const ABSENT = `import { InputError } from '../../numerics/inputError.ts';
const absent = {
  fit() {
    throw new InputError('This generator is not in the page. Use the command line: tvinesynth run.');
  },
};
`;

export function leftOut() {
  return {
    name: 'left-out',
    load(id) {
      if (/[/\\]zod[/\\]v4[/\\]core[/\\](to-json-schema|json-schema-processors)\.js$/.test(id)) {
        return { code: withoutContent(readFileSync(id, 'utf8')), moduleType: 'js' };
      }
      const [, name] = /[/\\]src[/\\]generators[/\\](.+)$/.exec(id) ?? [];
      const code = LEFT_OUT[name?.replaceAll('\\', '/')];
      return code === undefined ? undefined : { code: ABSENT + code, moduleType: 'ts' };
    },
  };
}

/** A module with the same names, each of which is a function that gives itself. */
function withoutContent(code) {
  const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  return [
    'const absent = () => absent;',
    ...names.map((name) => `export const ${name} = absent;`),
  ].join('\n');
}
