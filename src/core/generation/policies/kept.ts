import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Model } from '../../model/model.ts';
import { actionsIn } from '../../policies/action-scope.ts';
import type { PolicyFile } from '../../policies/policy.ts';
import { readPolicies } from '../../policies/read-policies.ts';
import { distinct } from '../../values/distinct.ts';
import { actionsLeftOut } from './left-out.ts';

/** A file of policies that stays as it is, and what it would have become. */
export interface KeptPolicies {
  readonly file: PolicyFile;
  readonly made: string;
}

/** What the file goes on to permit, though the policies that are made now leave it out: that they do is true of them alone. */
export function describeKept(kept: readonly KeptPolicies[], model: Model): Diagnostic[] {
  const reserved = new Set(actionsLeftOut(model).map(({ action }) => action.name));
  return kept.flatMap(({ file, made }) => {
    const now = new Set(permittedBy({ ...file, text: made }));
    const more = permittedBy(file).filter((name) => reserved.has(name) && !now.has(name));
    if (more.length === 0) return [];
    const count = more.length === 1 ? '1 action' : `${more.length} actions`;
    return [
      {
        severity: 'info',
        code: 'policies-kept',
        message: `\`${file.file}\` is kept, and permits ${count} that the policy made now would leave out`,
        help: 'take out what is not meant; the reasons are above',
        details: more,
        file: file.file,
      },
    ];
  });
}

/** The actions that permits of the file name, in their order, each once. */
function permittedBy(file: PolicyFile): readonly string[] {
  const permits = readPolicies([file]).policySet.policies.filter(({ json }) => json.effect === 'permit');
  return distinct(permits.flatMap(({ json }) => actionsIn(json.action).map(({ id }) => id)));
}
