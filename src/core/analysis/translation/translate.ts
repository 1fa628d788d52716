import type { Expr, ExprNoExt } from '../../cedar/cedar.ts';
import { callFunction } from './functions.ts';
import { type ExpressionOperator, OPERATOR_MEANINGS, type Translate } from './operators.ts';
import type { Evaluated } from './outcome.ts';
import type { Scope } from './scope.ts';

/** What an expression of a policy evaluates to, for all requests of an environment. Throws `NotDecided`. */
export function translate(scope: Scope, expression: Expr): Evaluated {
  const inner: Translate = (part) => translate(scope, part);
  if (isOperation(expression)) return meaningOf(expression)(scope, inner);
  const [[name, args] = ['', []]] = Object.entries(expression);
  return callFunction(scope, name, args, inner);
}

function isOperation(expression: Expr): expression is ExprNoExt {
  return Object.keys(expression).some((name) => Object.hasOwn(OPERATOR_MEANINGS, name));
}

type OperatorMeaning = (scope: Scope, operand: unknown, translate: Translate) => Evaluated;

function meaningOf(expression: ExprNoExt): (scope: Scope, translate: Translate) => Evaluated {
  const [[name, operand] = ['', undefined]] = Object.entries(expression);
  // The row of an operator takes the operand that the engine's type gives to it.
  const meaning = OPERATOR_MEANINGS[name as ExpressionOperator] as OperatorMeaning;
  return (scope, translate) => meaning(scope, operand, translate);
}
