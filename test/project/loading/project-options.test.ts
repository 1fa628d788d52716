import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServerAuthorizationMiddleware } from '../../../src/express/server-authorization-middleware.ts';
import { projectOptions } from '../../../src/project/loading/project-options.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { buildersOver } from '../../helpers/express-server.ts';

const FILE = join(EXAMPLE_FOLDER, 'authz.yaml');

describe('the options of a project', () => {
  it.each([
    ['another file of the folder', join(EXAMPLE_FOLDER, 'authz.production.yaml')],
    ['the folder', EXAMPLE_FOLDER],
    ['a folder inside', join(EXAMPLE_FOLDER, 'policies')],
    ['nothing', undefined],
  ])('are not those of another file than is named: %s', async (_, file) => {
    await expect(projectOptions(file as string)).rejects.toThrow(
      'and the file of a project is called `authz.yaml` (give the path of an `authz.yaml`)',
    );
  });

  it.each([
    [{ claim: () => ({}) }, '`projectOptions` has no option `claim`: did you mean `claims`?'],
    [{ watch: 'yes' }, '`watch` of `projectOptions` is the text "yes" (expected `true` or `false`)'],
    [{ onReload: {} }, '`onReload` of `projectOptions` is an object (expected a function)'],
    [null, 'the options of `projectOptions` are null'],
  ])('take nothing from the application that they do not know: %j', async (options, problem) => {
    await expect(projectOptions(FILE, options as never)).rejects.toThrow(problem);
  });

  it('are not said to be among the options where something else is wrong', async () => {
    const options = { ...(await projectOptions(FILE)), sliceBuilders: buildersOver() };
    const made = (more: object) => () => new ServerAuthorizationMiddleware({ ...options, ...more });
    expect(made({ timeout: '5s' })).toThrow(
      /^`timeout` of the authorization is the text "5s" \(expected a number of milliseconds above 0\)$/,
    );
    expect(made({ timeout: '5s', batch: {} })).toThrow(/`batch` is among the options/);
    expect(made({ skippedEndpoints: 7 })).toThrow(/`skippedEndpoints` is among the options/);
  });
});
