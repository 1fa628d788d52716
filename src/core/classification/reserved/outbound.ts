import { phrases } from '../phrases.ts';
import { literalTest } from '../signals/path/literal-tests.ts';
import { phraseOf } from '../words.ts';
import { lastNoun, type Sensed, takenProperty } from './sensed.ts';

/** What happens is sent to somebody else's server, often with a secret in its address. */
const OUTBOUND = /web ?hook(s|config\w*)?\b|\bmirrors?\b|\bhooks?$/;

export const isOutbound = literalTest((literal) => OUTBOUND.test(phraseOf(literal)));

/** The same, as far as they are changed: that there are some may be known. */
export const isConnected = literalTest((literal) => CONNECTED.test(phraseOf(literal)));

const CONNECTED = phrases`
  integrations? | (event|log|webhook) destinations? | log drains? | (log|event) sinks?
  ((\w+ )?(forwarding|forwarders?)|forwards|auto ?forward)( (rule|address|setting|config|configuration|number|target)(s|es)?)?
`;

export function sendsOut(literal: string): string {
  return `\`${literal}\` sends what happens to another server`;
}

/** A setting that takes the address of a webhook is one. */
export function saysHookInBody(sensed: Sensed): string | undefined {
  const found = hookTaken(sensed.endpoint) ?? subscriberTaken(sensed);
  return found && `its body takes \`${found}\`, which sends what happens to another server`;
}

const hookTaken = takenProperty((words, { type }) => type !== 'boolean' && /\bweb ?hooks?\b/.test(words));

/** `POST /subscriptions` with a `targetUrl`, and `POST /apps/{id}/endpoints` with a `url` and the types of events that go there. */
export function subscriberTaken({ endpoint: { body }, facts: { literals } }: Sensed): string | undefined {
  const noun = lastNoun(literals.at(-1) ?? '');
  if (body === undefined || !/^(subscription|subscriber|endpoint|registration|listener)$/.test(noun))
    return undefined;
  const names = [...body.shape.properties.keys()];
  const isOfEvents = names.some((name) => /^(event|event type|filter type|topic)s?$/.test(phraseOf(name)));
  return names.find((name) => {
    const words = phraseOf(name);
    return (
      /^(callback|target|hook|notify|notification) ur[il]$/.test(words) ||
      (isOfEvents && /^ur[il]$/.test(words))
    );
  });
}
