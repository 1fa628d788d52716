import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { isPlural } from '../words.ts';
import { isSome } from './restricted.ts';
import { lastNoun, type Sensed, takenProperty } from './sensed.ts';

/** Bodies say what somebody may do: by `permissions`, `isAdmin`, or a `role` that may be `admin`. */
export function saysRightsTaken(endpoint: Endpoint): string | undefined {
  const found = rightsTaken(endpoint);
  return found && `its body says by \`${found}\` who may do what`;
}

/** `POST /courses/{id}/teachers` with a `userId` makes somebody a teacher of it. */
export function saysPersonTaken({ endpoint, facts: { literals, inPath } }: Sensed): string | undefined {
  const last = literals.at(-1) ?? '';
  if (endpoint.method === 'DELETE' || inPath.length === 0 || !isPlural(last) || !isLetIn(lastNoun(last)))
    return undefined;
  const found = personTaken(endpoint);
  return found && `its body says by \`${found}\` who becomes one of the \`${last}\``;
}

const isLetIn = (noun: string) => isSome(noun) || /^(resident|occupant|guest|proxy|proxie)$/.test(noun);

const personTaken = takenProperty(
  (words) => /^(user|account|member|person) ?(id|name)s?$|^users?$/.test(words),
  0,
);

/** In the body, or in one thing that it holds: what that refers to in turn is only told along with it. */
const rightsTaken = takenProperty((words, shape) => {
  if (ROLE.test(words)) return holdsRole(shape, POWERFUL);
  if (KIND.test(words)) return holdsRole(shape, ADMIN) && holdsRole(shape, PLAIN);
  if (LET_IN.test(words)) return shape.type === 'array' && shape.items?.type === 'string';
  return RIGHTS.test(words) || (IS_ADMIN.test(words) && shape.type === 'boolean');
}, 1);

const RIGHTS =
  /^(permissions|privileges|grants|acl|access control list|(allowed|granted) (roles|groups|users|permissions)|(\w+ )?default roles?)$/;

/** Lists of those who may: `read: ["*"]`. */
const LET_IN = /^(read|write|execute)( (access|permissions?))?$/;

const IS_ADMIN = /^(is )?(an? )?(admin|administrator|super ?user|super ?admin|staff)$/;

const ROLE = /^((user|member|access|team|org|account) )?(roles?|permission|access level)$/;

/** `accountType` may be `buyer`, `seller` or `admin`. */
const KIND = /^((user|member|account|profile|person|login) ?)?(type|kind|level|class)$/;

/** A role may be the part that somebody plays, or what a device is for: its values say what it is. */
function holdsRole({ enumeration, items }: Shape, meant: RegExp): boolean {
  const values = enumeration ?? items?.enumeration ?? [];
  return values.some((value) => meant.test(value));
}

const POWERFUL = /^(.*[ _:-])?(admin|administrator|super_?user|superadmin|owner|manager|moderator)$/i;

/** A kind of something may well have a "manager" among its values. */
const ADMIN = /^((site|system|super|account|org|global)[ _-]?)?(admin|administrator|super_?user)$/i;

/** Whoever else signs up; a contact of a domain may be its "admin", and a portal may be one. */
const PLAIN =
  /^(.*[ _:-])?(user|member|customer|client|guest|viewer|editor|buyer|seller|student|teacher|parent|patient|staff|employee|agent|operator|basic|regular|standard|normal)$/i;
