import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import type { Model } from './model.ts';

/**
 * Endpoints that identify something, and whose action is about the application: the policies are asked about its one entity, whatever a call
 * identifies. With `SimpleRest`, all actions are about the application; elsewhere, an entity type of the API has its name by mistake.
 */
export function identifierNotAsked({ actions }: Model, file: string): Diagnostic[] {
  if (actions.every(({ resourceType }) => resourceType === APPLICATION_TYPE)) return [];
  const about = actions.filter(({ resourceType }) => resourceType === APPLICATION_TYPE);
  return about.flatMap(({ name, endpoints }): Diagnostic[] => {
    const endpoint = endpoints.find(({ from }) => from !== 'application');
    if (endpoint === undefined) return [];
    return [
      {
        severity: 'warning',
        code: 'identifier-not-asked',
        message: `\`${endpoint.method} ${endpoint.path}\` identifies something, and its action \`${name}\` is about \`${APPLICATION_TYPE}\`, the one entity that stands for the whole application: what the call identifies is not asked about`,
        help: `if \`${APPLICATION_TYPE}\` is a type of things in your API, give it another name; otherwise write \`application\` in the place of \`${endpoint.from}\``,
        file,
      },
    ];
  });
}
