import { PARAMETER } from '../endpoints/path-template.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import { textOf, valueAt } from './place.ts';

/** The path that all servers share; empty where they differ. */
export function basePathOf(root: unknown): string {
  const swagger = valueAt(root, 'basePath');
  if (typeof swagger === 'string') return withoutEnd(swagger);
  const [path, ...others] = new Set(serversOf(root).map((server) => serverPath(server, defaultOf)));
  return others.length === 0 ? (path ?? '') : '';
}

/** All paths that calls may begin with. */
export function basePathsOf(root: unknown): readonly string[] {
  if (valueAt(root, 'swagger') !== undefined) return [basePathOf(root)];
  return ownBasePaths(root) ?? [''];
}

/** The same of the servers that stand on one path or one operation; nothing where none do. */
export function ownBasePaths(holder: unknown): readonly string[] | undefined {
  const servers = serversOf(holder);
  return servers.length === 0 ? undefined : [...new Set(servers.flatMap(serverPaths))].sort(compareText);
}

function serversOf(root: unknown): readonly unknown[] {
  const servers = valueAt(root, 'servers');
  return Array.isArray(servers) ? servers : [];
}

/** The paths of a server: with the defaults of its variables, and with each other value that one of them may have. */
function serverPaths(server: unknown): readonly string[] {
  const usual = serverPath(server, defaultOf);
  const variables = Object.entries(recordOf(valueAt(server, 'variables')));
  const others = variables.flatMap(([name, variable]) => {
    const values = valueAt(variable, 'enum');
    return (Array.isArray(values) ? values : []).map((value) =>
      serverPath(server, (one, its) => (one === name ? String(value) : defaultOf(one, its))),
    );
  });
  return [usual, ...others];
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function defaultOf(_: string, variable: unknown): string {
  const value = valueAt(variable, 'default');
  return value === undefined ? '' : String(value);
}

/** The path of a server's url; the url may be relative. */
function serverPath(server: unknown, choose: (name: string, variable: unknown) => string): string {
  const url = textOf(valueAt(server, 'url')).replaceAll(PARAMETER, (_, name: string) =>
    choose(name, valueAt(valueAt(server, 'variables'), name)),
  );
  return withoutEnd(url.replace(/[?#].*$/, '').replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, ''));
}

function withoutEnd(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}
