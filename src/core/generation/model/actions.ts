import type { Classification, ClassifiedApi } from '../../classification/classified-api.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { meetsBoth } from '../../endpoints/group-requirement.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import type { SecondCheck } from '../../endpoints/second-check.ts';
import type { Action, ActionEndpoint, Attribute, MappingType } from '../../model/model.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { freeName } from '../../values/free-name.ts';
import { basePathFor } from '../base-path.ts';
import { knownTypes, remarksByType } from './remarks-by-type.ts';
import { isOutsideTenants, type TypeDrafts } from './type-draft.ts';

/** What actions are made from. */
export interface ActionContext {
  readonly api: ClassifiedApi;
  readonly options: { readonly mappingType: MappingType; readonly basePath?: string };
  readonly types: TypeDrafts;
  readonly tenantType: string | undefined;
  /** What every request may tell beside the call. */
  readonly declaredContext: readonly Attribute[];
  readonly diagnostics: Diagnostic[];
}

/** The actions of the endpoints, in their order; several endpoints may share one. */
export function modelActions(context: ActionContext): Action[] {
  const byName = new Map<string, Action>();
  const known = knownTypes(context.api.classifications);
  for (const classification of context.api.classifications) {
    const action = newAction(classification, { ...context, known });
    const earlier = byName.get(action.name);
    if (!earlier) byName.set(action.name, action);
    else if (earlier.resourceType === action.resourceType)
      byName.set(action.name, mergeActions(earlier, action));
    else addRenamed(byName, { action, earlier, endpoint: classification.endpoint }, context);
  }
  return [...byName.values()].map((action) => withKnownSeconds(action, byName));
}

/** What cannot be asked is said: the action that it names may have got another name, as its type is another one. */
function withKnownSeconds(action: Action, byName: ReadonlyMap<string, Action>): Action {
  const isKnown = ({ second }: ActionEndpoint) => second === undefined || byName.has(second.action);
  if (action.endpoints.every(isKnown)) return action;
  const endpoints = action.endpoints.map((endpoint) => {
    const { second: _, ...plain } = endpoint;
    return isKnown(endpoint) ? endpoint : plain;
  });
  const unasked = 'its calls act on a second thing, and there is no action that could be asked about it';
  return { ...action, endpoints, remarks: { ...action.remarks, unasked } };
}

function newAction(
  classification: Classification,
  context: ActionContext & { readonly known: ReadonlySet<string> },
): Action {
  const doc = classification.endpoint.summary.trim();
  const simple = context.options.mappingType === 'SimpleRest';
  const remarks = {
    ...classification.remarks,
    ...remarksByType(classification, { ...context, isolates: !simple, title: context.api.spec.title }),
  };
  return {
    // The annotations by which the Cedar project's packages find an endpoint have room for one.
    name: simple ? classification.ownAction : classification.action,
    resourceType: simple ? APPLICATION_TYPE : classification.resource.type,
    endpoints: [actionEndpoint(classification, context)],
    groups: classification.endpoint.groups,
    context: contextAttributes(context),
    ...memberTypeOf(classification, context),
    ...(Object.keys(remarks).length > 0 ? { remarks } : {}),
    ...(doc ? { doc } : {}),
  };
}

/** Whoever may list a type outside of any tenant sees them whosever they are: that is to be known where the schema is all there is. */
function memberTypeOf(
  { pattern, memberType, resource }: Classification,
  { options, types, tenantType }: ActionContext,
): Pick<Action, 'memberType'> {
  const isAboutAll =
    resource.type === APPLICATION_TYPE || isOutsideTenants(resource.type, { types, tenantType });
  if (PATTERN_TRAITS[pattern].members !== 'listed' || !isAboutAll) return {};
  if (memberType === undefined || options.mappingType === 'SimpleRest') return {};
  return types.has(memberType) ? { memberType } : {};
}

/** Policies that keep tenants apart compare the resource with the tenants of the caller. */
function contextAttributes({ tenantType, options, declaredContext }: ActionContext): Attribute[] {
  if (!tenantType || options.mappingType === 'SimpleRest') return [...declaredContext];
  const tenant = { kind: 'Entity', type: tenantType } as const;
  return [{ name: 'tenants', required: true, type: { kind: 'Set', element: tenant } }, ...declaredContext];
}

function mergeActions(earlier: Action, later: Action): Action {
  // A policy that names the action permits it at each endpoint.
  const groups = meetsBoth(earlier.groups, later.groups);
  const endpoints = [...earlier.endpoints, ...later.endpoints];
  const remarks = commonRemarks(earlier.remarks ?? {}, later.remarks ?? {});
  const { remarks: _, ...action } = earlier;
  return { ...action, groups, endpoints, ...(Object.keys(remarks).length > 0 ? { remarks } : {}) };
}

/** What speaks for care holds for the action once it holds for one endpoint; that something is the caller's own must hold for each. */
function commonRemarks(earlier: Remarks, later: Remarks): Remarks {
  const { own, ...care } = { ...later, ...earlier };
  return earlier.own !== undefined && later.own !== undefined && own !== undefined ? { own, ...care } : care;
}

/** An action has one resource type: a second endpoint of another type gets an action of its own. */
function addRenamed(
  byName: Map<string, Action>,
  {
    action,
    earlier,
    endpoint,
  }: { readonly action: Action; readonly earlier: Action; readonly endpoint: Endpoint },
  context: ActionContext,
): void {
  const plain = action.endpoints.map(endpointKey).join(' ');
  const name = freeName(
    plain,
    (one) => byName.has(one),
    (number) => `${plain} (${number})`,
  );
  byName.set(name, { ...action, name });
  context.diagnostics.push({
    severity: 'warning',
    code: 'action-split',
    message: `action \`${action.name}\` would apply to both \`${earlier.resourceType}\` and \`${action.resourceType}\`: the second is called \`${name}\``,
    help: 'give the endpoints different `operationId`s, or set `action` in an override',
    ...context.api.spec.locate(endpoint),
  });
}

function actionEndpoint(classification: Classification, context: ActionContext): ActionEndpoint {
  const { second } = classification;
  return {
    method: classification.endpoint.method,
    path: `${basePathFor(context.api.spec, context.options.basePath)}${classification.endpoint.path}`,
    pattern: classification.pattern,
    from: classification.resource.from,
    ...(second === undefined ? {} : { second: secondCheck(second) }),
  };
}

function secondCheck({ action, from, optional }: SecondCheck): SecondCheck {
  return { action, from, ...(optional ? { optional } : {}) };
}
