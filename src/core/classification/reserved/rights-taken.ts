import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { takenProperty } from './sensed.ts';

/** Bodies say what somebody may do: by `permissions`, `isAdmin`, or a `role` that may be `admin`. */
export function saysRightsTaken(endpoint: Endpoint): string | undefined {
  const found = rightsTaken(endpoint);
  return found && `its body says by \`${found}\` who may do what`;
}

/** In the body, or in one thing that it holds: what that refers to in turn is only told along with it. */
const rightsTaken = takenProperty((words, shape) => {
  if (ROLE.test(words)) return holdsPowerfulRole(shape);
  return RIGHTS.test(words) || (IS_ADMIN.test(words) && shape.type === 'boolean');
}, 1);

const RIGHTS =
  /^(permissions|privileges|grants|acl|access control list|(allowed|granted) (roles|groups|users|permissions))$/;

const IS_ADMIN = /^(is )?(an? )?(admin|administrator|super ?user|super ?admin|staff)$/;

const ROLE = /^((user|member|access|team|org|account) )?(roles?|permission|access level)$/;

/** A role may be the part that somebody plays, or what a device is for: its values say what it is. */
function holdsPowerfulRole({ enumeration, items }: Shape): boolean {
  const values = enumeration ?? items?.enumeration ?? [];
  return values.some((value) => POWERFUL.test(value));
}

const POWERFUL = /^(.*[ _:-])?(admin|administrator|super_?user|superadmin|owner|manager|moderator)$/i;
