import type { CodeDescription } from './description.ts';

/** Reading and writing files, whatever they hold. */
export const FILE_CODES = {
  'file-unreadable': {
    sentence: 'A file cannot be read.',
    cause:
      'The file does not exist, is a folder, is not UTF-8 text, or may not be read. Links among policies are not followed: policies that forbid may be behind them. Links among fixtures are a warning.',
    remedy: 'Correct the name or the permissions; the message suggests a near name.',
    example: 'authz classify --api-spec opnapi.yaml',
  },
  'file-empty': {
    sentence: 'A file is empty.',
    cause: 'A file with YAML or JSON holds nothing but white space.',
    remedy: 'Write its content, or remove the file.',
    example: ': > fixtures/empty.fixtures.yaml && authz test',
  },
  'file-binary': {
    sentence: 'A file is not text.',
    cause: 'The file holds zero bytes, as binary formats do, and UTF-16 text without a byte order mark.',
    remedy: 'Save the file as UTF-8 text.',
    example: 'authz classify --api-spec openapi.yaml   # saved as UTF-16 without a byte order mark',
  },
  'file-syntax': {
    sentence: 'A file is not valid YAML or JSON.',
    cause: 'A bracket, quote or indentation is wrong, a key is there twice, or values are nested too deeply.',
    remedy: 'Correct the place that the message shows.',
    example: 'cases: [ {name: "a" ]',
  },
  'file-aliases': {
    sentence: 'The aliases of a YAML file cannot be resolved.',
    cause: 'An alias (`*name`) has no anchor (`&name`) before it, or aliases multiply without end.',
    remedy: 'Define the anchor first, or write the value out.',
    example: 'principals: *people',
  },
  'path-outside': {
    sentence: 'A path leads out of the folder of the project, or to neither a file nor a folder.',
    cause:
      'A file of the project names a file outside its folder, directly or by a symbolic link. Anybody who may change the project could decide in this way what is read or written elsewhere. To read a pipe or a device may take forever.',
    remedy: 'Move the file into the project, or name it on the command line, as with `--entities`.',
    example: 'entities: ../../secrets.json',
  },
  'folder-unreadable': {
    sentence: 'A folder cannot be listed, so what it holds is not known.',
    cause: 'The folder may not be read.',
    remedy: 'Correct its permissions, or move it out of the project.',
    example: 'chmod 000 fixtures/old && authz test   # not as root',
  },
  'file-unwritable': {
    sentence: 'A file cannot be written; nothing was changed.',
    cause:
      'The folder or the file may not be written, the disk is full, or the name is that of a device, a pipe or a socket.',
    remedy: 'Correct the permissions, or choose another place.',
    example: 'authz generate-schema --out /etc/schema.json',
  },
  'settings-dropped': {
    sentence: 'A new `authz.yaml` says less than the one that it replaces.',
    cause:
      '`authz init` writes the settings that it asks about. Others, such as `facts`, `coverage` and `server`, are only in the old file. A server that reads `server.moves` asks fewer questions without it.',
    remedy: 'Copy what is still meant from the old file, which is kept as `authz.yaml.bak`.',
    example: 'authz init --yes --force   # with `server: { moves: ... }` in authz.yaml',
  },
  'file-in-the-way': {
    sentence: 'A file would be overwritten; nothing was written.',
    cause: 'A file of that name exists and says something else.',
    remedy: 'Move it away, or replace it with `--force`, which keeps what it says beside it.',
    example: 'authz import-har calls.har   # for the second time',
  },
  'config-invalid': {
    sentence: '`authz.yaml` does not have the expected form.',
    cause: 'A key is unknown or missing, or a value has the wrong type.',
    remedy: 'Correct the place that the message shows; `docs/authz-yaml.md` lists all keys.',
    example: 'polices: policies   # in authz.yaml',
  },
  'reference-refused': {
    sentence: 'A `$ref` of an API description is not followed.',
    cause: 'It leads to another server, or to a file outside the folder of the API description.',
    remedy: 'Save what it refers to below that folder, and refer to it there.',
    example: '$ref: ../../secrets.yaml#/password',
  },
  'case-not-added': {
    sentence: 'A fixture could not be added to a file.',
    cause: 'The file is not block style YAML, or has no case yet.',
    remedy: 'Write the case by hand.',
    example: '{"cases": []}   # then `n` in `authz watch`',
  },
  'fixture-not-updated': {
    sentence: '`authz test --update` left an expectation as it was.',
    cause:
      "An anchor, or several principals or items, share the expectation, and their decisions differ; or the call was not decided; or it is a test for Cedar's tools.",
    remedy: 'Write the expectations apart, or change the expectation by hand.',
    example: 'expect: *shared',
  },
  unfinished: {
    sentence: 'The answers that an interrupted wizard kept cannot be read.',
    cause: 'The file was damaged, or written by another version; it is ignored.',
    remedy: 'Nothing: the wizard starts from the beginning.',
    example: 'authz init   # after the kept file was edited',
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
