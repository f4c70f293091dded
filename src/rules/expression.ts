/** What a rule is made of, once it is read: plain data, each part with its place in the text. */

export type Arithmetic = '+' | '-' | '*' | '/';
export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
export type FunctionName =
  | 'min'
  | 'max'
  | 'round'
  | 'floor'
  | 'abs'
  | 'years'
  | 'log'
  | 'exp'
  | 'sqrt';

/** `at`: the character of the rule, from 1 on, where the part begins. */
export type Expression =
  | { readonly kind: 'number'; readonly at: number; readonly value: number }
  | { readonly kind: 'text'; readonly at: number; readonly value: string }
  | { readonly kind: 'column'; readonly at: number; readonly name: string }
  | {
      readonly kind: 'arithmetic';
      readonly at: number;
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly name: FunctionName;
      readonly parts: readonly Expression[];
    }
  | {
      readonly kind: 'comparison';
      readonly at: number;
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'in';
      readonly at: number;
      readonly value: Expression;
      readonly among: readonly Expression[];
    }
  | { readonly kind: 'missing'; readonly at: number; readonly value: Expression }
  | { readonly kind: 'not'; readonly at: number; readonly value: Expression }
  | {
      readonly kind: 'and' | 'or' | 'if';
      readonly at: number;
      readonly left: Expression;
      readonly right: Expression;
    };

/** The parts of an expression, one level down. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'text':
    case 'column':
      return [];
    case 'call':
      return expression.parts;
    case 'in':
      return [expression.value, ...expression.among];
    case 'missing':
    case 'not':
      return [expression.value];
    default:
      return [expression.left, expression.right];
  }
}

/** The names of the columns in an expression, each once, in the order they come. */
export function columnsIn(expression: Expression): string[] {
  const names = new Set<string>();
  const visit = (part: Expression) => {
    if (part.kind === 'column') names.add(part.name);
    for (const each of partsOf(part)) visit(each);
  };
  visit(expression);
  return [...names];
}
