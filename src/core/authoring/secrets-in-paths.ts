/** What stands where a secret was. */
const REPLACED = 'replaced';

/** Names of parameters that hold secrets. */
const SECRET_NAME = /token|secret|passw|passcode|otp|jwt|api_?key|session|sess_?id|credential|signature/i;
/** What paths call the things that one does with a secret in the next segment. */
const BEFORE_SECRET =
  /^(?:(?:password|account|email)[-_]?)?(?:reset|activat|confirm|verif|invit|unlock|magic|recover|unsubscribe)/i;
const JSON_WEB_TOKEN = /^eyJ[\w-]{8,}\.[\w-]+\.[\w-]*$/;

/** A path without its secrets, and what they were. */
export interface PathWithoutSecrets {
  readonly path: string;
  /** Such as `;jsessionid` and `/reset/{token}`; empty when there were none. */
  readonly replaced: readonly string[];
}

/**
 * Replaces what is likely to be a secret: the values of matrix parameters such as `;jsessionid=`, parameters that are called like one, JSON
 * Web Tokens, and what follows on `/reset/` and the like. `template` is the path of the endpoint, where it is known; a segment that it has
 * literally is none.
 */
export function withoutSecrets(path: string, template?: string): PathWithoutSecrets {
  const written = template?.split('/') ?? [];
  const replaced: string[] = [];
  const segments = path.split('/').map((segment, index, all) => {
    const [value = '', ...matrix] = segment.split(';');
    const kept = matrix.map((parameter) => matrixWithoutValue(parameter, replaced));
    const isSecret = value !== '' && isSecretSegment(value, all[index - 1] ?? '', written[index]);
    if (isSecret) replaced.push(`/${all[index - 1] ?? ''}/${written[index] ?? '...'}`);
    return [isSecret ? REPLACED : value, ...kept].join(';');
  });
  return { path: segments.join('/'), replaced };
}

function matrixWithoutValue(parameter: string, replaced: string[]): string {
  const [name = '', ...value] = parameter.split('=');
  if (value.length === 0) return parameter;
  replaced.push(`;${name}`);
  return `${name}=${REPLACED}`;
}

function isSecretSegment(value: string, before: string, template: string | undefined): boolean {
  if (JSON_WEB_TOKEN.test(value)) return true;
  if (template !== undefined && !template.includes('{')) return false;
  if (template !== undefined && SECRET_NAME.test(template)) return true;
  return BEFORE_SECRET.test(before) && /\d/.test(value) && value.length >= 6;
}
