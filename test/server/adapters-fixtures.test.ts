import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { samplePeople } from '../../fixtures/email-app/app/database.mts';
import { entityStore, plainUid } from '../../src/core/cedar/entity.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { compareAnswer, serverQuestion } from '../../src/core/replay/server-answer.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { ADAPTERS, type AnyApp } from '../helpers/adapters.ts';
import { EXAMPLE_FOLDER } from '../helpers/cli.ts';
import { loadExample } from '../helpers/example.ts';

const example = await loadExample();
const { results } = verify(example);
const people: Readonly<Record<string, object>> = { ...samplePeople() };

describe('the fixtures of the worked example', () => {
  it.each(Object.entries(ADAPTERS))('get over HTTP, on %s, what they expect', async (_, start) => {
    const server = await start(exampleApp());
    onTestFinished(() => server.close());
    const wrong: string[] = [];
    let asked = 0;
    for (const result of results) {
      const question = serverQuestion(result, true);
      if (typeof question === 'string') continue;
      const { method, url, body } = question.call;
      const claims = people[result.fixture.as];
      const {
        status,
        headers,
        body: text,
      } = await server.send(method, url, {
        ...(claims ? { as: claims } : {}),
        ...(body === undefined ? {} : { json: body }),
      });
      const isProblem =
        headers['content-type']?.includes('problem') === true || text.includes('"about:blank"');
      const answer = compareAnswer(question, { status, isProblem });
      if (answer.type !== 'same') wrong.push(`${result.fixture.name}: ${status}`);
      // A handler runs when it is permitted, and at no other time.
      const ran = server.takeRan().length;
      if (ran !== Number(question.expected === 200)) wrong.push(`${result.fixture.name}: ${ran} handlers`);
      asked += 1;
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(250);
  });
});

function exampleApp(): AnyApp {
  const text = readFileSync(join(EXAMPLE_FOLDER, 'v4.policyschema.json'), 'utf8');
  const schema = { type: 'jsonString', schema: text } as const;
  const store = entityStore(JSON.parse(readFileSync(join(EXAMPLE_FOLDER, 'entities.json'), 'utf8')));
  const builder = (type: string) => (id: string) => {
    const entity = store.get({ type: `EmailApp::${type}`, id });
    return entity && { attrs: entity.attrs, parents: entity.parents.map(plainUid) };
  };
  return {
    namespace: 'EmailApp',
    options: {
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: example.policies, schema }),
      sliceBuilders: {
        Tenant: builder('Tenant'),
        EmailCampaign: builder('EmailCampaign'),
        EmailMessage: builder('EmailMessage'),
      },
    },
    routes: reachedRoutes(),
    handle: (name, _, ran) => {
      ran.push(name);
      return {};
    },
  };
}

/** Method and path of every endpoint that a fixture reaches. */
function reachedRoutes(): AnyApp['routes'] {
  const reached = results.flatMap(({ endpoint }) => endpoint ?? []);
  const byName = new Map(reached.map(({ method, path }) => [`${method} ${path}`, [method, path] as const]));
  return [...byName.values()];
}
