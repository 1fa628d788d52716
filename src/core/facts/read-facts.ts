import type { Fact } from '../analysis/questions/fact.ts';
import { asStatement } from '../analysis/questions/made-policy.ts';
import { policyToJson } from '../cedar/cedar.ts';
import { qualified } from '../cedar/namespace.ts';
import { printString } from '../cedar/print-value.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { PlaceOfDeclared } from '../model/declared-types.ts';
import type { Model } from '../model/model.ts';
import type { FactName, WrittenFact } from '../model/written-fact.ts';

/** What a named fact says of a model; `undefined` where it says nothing, as of tenants in an API without any. */
export function factNamed(name: FactName, { namespace, tenantType }: Model): Fact | undefined {
  switch (name) {
    case 'one-tenant-per-resource':
      return tenantType === undefined
        ? undefined
        : { kind: 'at-most-one-ancestor', type: qualified(namespace, tenantType) };
  }
}

/** The facts of an application, read for its model. Conditions that do not parse are said at their place. */
export function readFacts(
  written: readonly WrittenFact[],
  model: Model,
  placeOf: PlaceOfDeclared = () => ({}),
): Outcome<readonly Fact[]> {
  const facts: Fact[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [index, one] of written.entries()) {
    const fact = typeof one === 'string' ? factNamed(one, model) : conditionFact(one);
    if (typeof fact === 'string') diagnostics.push(unreadable(fact, placeOf([String(index)])));
    else if (fact) facts.push(fact);
  }
  return diagnostics.length > 0 ? { ok: false, diagnostics } : { ok: true, value: facts, diagnostics };
}

/** The message of Cedar where the condition does not parse. */
function conditionFact({ id, when }: Exclude<WrittenFact, string>): Fact | string {
  // The line end keeps a comment at the end of the condition from swallowing what follows.
  const text = `@id(${printString(id)}) permit (principal, action, resource) when { ${when}\n};`;
  const json = policyToJson(text);
  return json.ok
    ? { kind: 'condition', policy: asStatement({ id, text, json: json.value }) }
    : json.errors.map(({ message }) => message).join('; ');
}

function unreadable(message: string, place: ReturnType<PlaceOfDeclared>): Diagnostic {
  return {
    severity: 'error',
    code: 'fact-unusable',
    message: `the condition of a fact cannot be read: ${message}`,
    help: 'write a condition as it stands in `when { ... }`, such as `resource has owner`',
    ...place,
  };
}
