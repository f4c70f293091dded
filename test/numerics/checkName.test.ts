import { expect, test } from 'vitest';
import { checkColumnName, didYouMean, listed } from '../../src/numerics/checkName.ts';
import { InputError } from '../../src/numerics/inputError.ts';

const columns = ['age', 'totcst', 'Y'];

test('a known name passes', () => {
  expect(() => checkColumnName('age', columns, 'Response')).not.toThrow();
});

test.each([
  ['totcts', undefined, "Response: there is no column 'totcts'. Did you mean 'totcst'?"],
  ['death', undefined, "Response: there is no column 'death'. There are 'age', 'totcst', 'Y'."],
  [
    'totcts',
    'the real table',
    "Response: the real table has no column 'totcts'. Did you mean 'totcst'?",
  ],
])('%s in %s', (name, table, message) => {
  const refused = () => checkColumnName(name, columns, 'Response', table);
  expect(refused).toThrow(InputError);
  expect(refused).toThrow(message);
});

test('advice without a near name is the one given', () => {
  expect(didYouMean('death', columns, 'Look again.')).toBe('Look again.');
});

test('of many names the first are listed', () => {
  const many = Array.from({ length: 15 }, (_, j) => `x${j}`);
  expect(listed(many)).toMatch(/^'x0', .*'x11' and 3 more$/);
});
