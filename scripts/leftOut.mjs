/** A plugin of the bundler: generators that the studio does not offer are left out of it, with a word in their place. */

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
      const [, name] = /[/\\]src[/\\]generators[/\\](.+)$/.exec(id) ?? [];
      const code = LEFT_OUT[name?.replaceAll('\\', '/')];
      return code === undefined ? undefined : { code: ABSENT + code, moduleType: 'ts' };
    },
  };
}
