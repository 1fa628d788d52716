import type { Expr, ExprNoExt } from '../../cedar/cedar.ts';
import { callFunction } from './functions.ts';
import { type ExpressionOperator, OPERATOR_MEANINGS, type Translate } from './operators.ts';
import type { Outcome } from './outcome.ts';
import type { Scope } from './scope.ts';

/** What an expression of a policy evaluates to, for all requests of an environment. Throws `NotDecided`. */
export function translate(scope: Scope, expression: Expr): Outcome {
  const inner: Translate = (part) => translate(scope, part);
  if (isOperation(expression)) return meaningOf(expression)(scope, inner);
  const [[name, args] = ['', []]] = Object.entries(expression);
  return callFunction(scope, name, args, inner);
}

function isOperation(expression: Expr): expression is ExprNoExt {
  return Object.keys(expression).some((name) => Object.hasOwn(OPERATOR_MEANINGS, name));
}

type Meaning = (scope: Scope, operand: unknown, translate: Translate) => Outcome;

function meaningOf(expression: ExprNoExt): (scope: Scope, translate: Translate) => Outcome {
  const [[name, operand] = ['', undefined]] = Object.entries(expression);
  // The row of an operator takes the operand that the engine's type gives to it.
  const meaning = OPERATOR_MEANINGS[name as ExpressionOperator] as Meaning;
  return (scope, translate) => meaning(scope, operand, translate);
}
