/** What some tests need and not every machine has: where it is looked for, from the root of the checkout, and what brings it. */
export const NEEDS = {
  Chromium: {
    path: '/usr/bin/chromium',
    bring: 'apt-get install --no-install-recommends chromium',
  },
  cvc5: { path: '/usr/bin/cvc5', bring: 'apt-get install --no-install-recommends cvc5' },
  z3: { path: '/usr/bin/z3', bring: 'apt-get install --no-install-recommends z3' },
  "Cedar's corpus": {
    path: '../shared/cedar-corpus/corpus-tests.tar.gz',
    bring:
      'curl -L --create-dirs -o ../shared/cedar-corpus/corpus-tests.tar.gz https://github.com/cedar-policy/cedar-integration-tests/raw/main/corpus-tests.tar.gz',
  },
  'labelled operations': {
    path: '../shared/classification/labels.jsonl',
    bring: 'put operations with the answers of people into ../shared/classification/labels.jsonl',
  },
  "the Lean analyser's snapshots": {
    path: '../shared/proof-oracle',
    bring: 'put the folder `snap` of its answers into ../shared/proof-oracle',
  },
} as const;
export type Need = keyof typeof NEEDS;
